"""Compile the engine to WebAssembly: `python site/build_engine.py OUT.wasm`.

The compiler is clang as the package `ziglang` brings it. Zig links C++ libraries for WebAssembly
that cannot throw. The engine throws, so those parts of them that it needs are compiled again, with
exceptions, from the sources that the package contains.
"""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ZIG = Path(sysconfig.get_path("platlib")) / "ziglang"

# All of it is in browsers since 2022, vectors of 128 bits last (Safari: since 2023).
MACHINE = "generic+bulk_memory+exception_handling+nontrapping_fptoint+sign_ext+simd128"
TARGET = ("-target", "wasm32-wasi", f"-mcpu={MACHINE}")
EXCEPTIONS = ("-fwasm-exceptions", "-mllvm", "-wasm-enable-eh")
COMPILE = (*TARGET, *EXCEPTIONS, "-O3", "-fno-sanitize=all", "-c")
STACK = 1 << 22  # bytes; a search is up to 800 plies deep

OURS = (*sorted((ROOT / "native").glob("*.cpp")), ROOT / "site/engine.cpp")
ABI = (
    *("abort_message", "cxa_aux_runtime", "cxa_default_handlers", "cxa_exception"),
    *("cxa_exception_storage", "cxa_handlers", "cxa_personality", "fallback_malloc"),
    *("private_typeinfo", "stdlib_exception", "stdlib_new_delete", "stdlib_stdexcept"),
    "stdlib_typeinfo",
)
LIBRARY = (
    *("algorithm", "chrono", "error_category", "functional", "memory", "new_helpers"),
    *("stdexcept", "string", "system_error", "verbose_abort"),
)


def main(out: Path) -> None:
    """Compile and link."""
    objects = out.parent / "engine"
    objects.mkdir(parents=True, exist_ok=True)
    jobs = [(source, objects / f"{source.stem}.o", options) for source, options in sources()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(lambda job: compiled(*job), jobs):
            pass
    zig(
        *("cc", *TARGET, "-mexec-model=reactor", "-s", f"-Wl,-z,stack-size={STACK}"),
        *("-o", str(out), *(str(made) for _, made, _ in jobs)),
    )


def sources() -> list[tuple[Path, Sequence[str]]]:
    """What is compiled, each with its options."""
    abi, library, unwind = (ZIG / "lib" / part for part in ("libcxxabi", "libcxx", "libunwind"))
    ours = ("-std=c++20", f"-I{ROOT / 'native'}", "-Wall", "-Wextra", "-Werror")
    inside = (
        *("-std=c++23", "-w", "-D_LIBCPP_BUILDING_LIBRARY", "-DLIBCXX_BUILDING_LIBCXXABI"),
        *("-D_LIBCXXABI_BUILDING_LIBRARY", "-D_LIBCXXABI_HAS_NO_THREADS"),
        *("-DLIBCXXABI_NON_DEMANGLING_TERMINATE", "-D_LIBCXXABI_DISABLE_VISIBILITY_ANNOTATIONS"),
        *(f"-I{part / inner}" for part in (abi, library) for inner in ("include", "src")),
    )
    throwing = ("-w", f"-I{unwind / 'include'}", "-D_LIBUNWIND_HIDE_SYMBOLS")
    return [
        *((source, ours) for source in OURS),
        *((abi / f"src/{name}.cpp", inside) for name in ABI),
        *((library / f"src/{name}.cpp", inside) for name in LIBRARY),
        (unwind / "src/Unwind-wasm.c", throwing),
        (ROOT / "site/cpp_exception.S", ()),
    ]


def compiled(source: Path, made: Path, options: Sequence[str]) -> None:
    """Compile one file; Zig keeps what it has compiled before."""
    language = "c++" if source.suffix == ".cpp" else "cc"
    zig(language, *COMPILE, *options, str(source), "-o", str(made))


def zig(*words: str) -> None:
    """Run the compiler."""
    subprocess.run([str(ZIG / "zig"), *words], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
