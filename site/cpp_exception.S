# What a C++ exception carries in WebAssembly: the address of what was thrown. The compiler's own
# run-time library, which Zig leaves out, defines it the same way.
    .globl  __cpp_exception
    .tagtype __cpp_exception i32
__cpp_exception:
