"""Runs inside the sandbox: a filter that lets through the system calls that programs need.

Everything else is answered with EPERM: sockets of every family, keys, io_uring, tracing, mounts,
new namespaces, shared memory that no limit counts, changes of the rights and times of files,
watching folders, locks and leases that others would wait for. The filter is a program for the
kernel (seccomp, in the language of the old packet filters); `no_new_privs` must be set before.
"""

import ctypes
import errno
import platform
import struct

__all__ = ["filter_calls"]

# Each call with its number on x86_64 and on aarch64; - where there is none
NEEDED = """
# files
read 0 63, write 1 64, open 2 -, close 3 57, stat 4 -, fstat 5 80, lstat 6 -, lseek 8 62
pread64 17 67, pwrite64 18 68, readv 19 65, writev 20 66, preadv 295 69, pwritev 296 70
preadv2 327 286, pwritev2 328 287, access 21 -, faccessat 269 48, faccessat2 439 439
openat 257 56, openat2 437 437, newfstatat 262 79, statx 332 291, statfs 137 43
fstatfs 138 44, readlink 89 -, readlinkat 267 78, getdents 78 -, getdents64 217 61
getcwd 79 17, chdir 80 49, fchdir 81 50, rename 82 -, renameat 264 38, renameat2 316 276
mkdir 83 -, mkdirat 258 34, rmdir 84 -, creat 85 -, link 86 -, linkat 265 37, unlink 87 -
unlinkat 263 35, symlink 88 -, symlinkat 266 36, umask 95 166, truncate 76 45
ftruncate 77 46, fallocate 285 47, fadvise64 221 223, fsync 74 82
fdatasync 75 83, sync_file_range 277 84, sendfile 40 71, copy_file_range 326 285
splice 275 76, tee 276 77, dup 32 23, dup2 33 -, dup3 292 24, fcntl 72 25
close_range 436 436, ioctl 16 29, pipe 22 -, pipe2 293 59
getxattr 191 8
lgetxattr 192 9, fgetxattr 193 10, listxattr 194 11, llistxattr 195 12, flistxattr 196 13
# waiting
poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -
epoll_create1 291 20, epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22
epoll_pwait2 441 441, eventfd 284 -, eventfd2 290 19, signalfd 282 -, signalfd4 289 74
timerfd_create 283 85, timerfd_settime 286 86, timerfd_gettime 287 87, pause 34 -
nanosleep 35 101, clock_nanosleep 230 115, alarm 37 -, setitimer 38 103, getitimer 36 102
timer_create 222 107, timer_settime 223 110, timer_gettime 224 108
timer_getoverrun 225 109, timer_delete 226 111, futex 202 98, futex_waitv 449 449
restart_syscall 219 128
# memory
mmap 9 222, munmap 11 215, mprotect 10 226, mremap 25 216, madvise 28 233, brk 12 214
mincore 27 232, msync 26 227, mlock 149 228, munlock 150 229, mlock2 325 284
membarrier 324 283, get_mempolicy 239 236, pkey_alloc 330 289, pkey_free 331 290
pkey_mprotect 329 288
# processes
fork 57 -, vfork 58 -, clone 56 220, execve 59 221, execveat 322 281, exit 60 93
exit_group 231 94, wait4 61 260, waitid 247 95, kill 62 129, tkill 200 130, tgkill 234 131
getpid 39 172, getppid 110 173, gettid 186 178, getpgid 121 155, getpgrp 111 -
setpgid 109 154, getsid 124 156, setsid 112 157, getuid 102 174, geteuid 107 175
getgid 104 176, getegid 108 177, getresuid 118 148, getresgid 120 150, getgroups 115 158
capget 125 90, set_tid_address 218 96, set_robust_list 273 99, get_robust_list 274 100
rseq 334 293, arch_prctl 158 -, prctl 157 167, prlimit64 302 261, getrlimit 97 163
setrlimit 160 164, getrusage 98 165, getpriority 140 141, times 100 153, sched_yield 24 124
sched_getaffinity 204 123, sched_getparam 143 121, sched_getscheduler 145 120
sched_get_priority_max 146 125, sched_get_priority_min 147 126
sched_rr_get_interval 148 127, sched_getattr 315 275, pidfd_open 434 434, getcpu 309 168
# signals
rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136
rt_sigsuspend 130 133, rt_sigtimedwait 128 137, sigaltstack 131 132
# clock and chance
time 201 -, gettimeofday 96 169, clock_gettime 228 113, clock_getres 229 114
getrandom 318 278, uname 63 160, sysinfo 99 179
"""
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column, name for the kernel
CLONE, CLONE3, IOCTL, PRLIMIT = (56, 220), (435, 435), (16, 29), (302, 261)
FCNTL = (72, 25)
# fcntl: copies and flags of a descriptor, locks within one's own files, the size of a pipe
OF_DESCRIPTORS = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1031, 1032)
NEW_NAMESPACES = 0x7E020080
FAKE_INPUT, LINUX_CONSOLE = 0x5412, 0x541C  # ioctl: what a terminal then takes for typed
X32 = 0x40000000  # the second set of numbers of x86_64

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, REFUSE, UNKNOWN = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
NUMBER, MACHINE, FIRST, SECOND = 0, 4, 16, 24  # where the kernel puts what it knows of a call
SET_SECCOMP, FILTER = 22, 2

Step = tuple[int, int, int, int]  # what to do, steps to skip if so, if not, and a value


def filter_calls() -> bool:
    """Refuse what is not needed from now on; False where this system or machine has no filter."""
    steps = _steps(platform.machine())
    if not steps:
        return False
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    told = struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(program))
    try:
        return bool(ctypes.CDLL(None).prctl(SET_SECCOMP, FILTER, told, 0, 0) == 0)
    except (AttributeError, OSError):
        return False


def _steps(machine: str) -> list[Step]:
    """The filter: a list of questions about the number of the call and its arguments."""
    if machine not in MACHINES:
        return []
    column, name = MACHINES[machine]
    special = (CLONE[column], IOCTL[column], PRLIMIT[column], FCNTL[column])
    steps = [(LOAD, 0, 0, MACHINE), (EQUAL, 1, 0, name), (RETURN, 0, 0, REFUSE)]
    steps += [(LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, X32), (RETURN, 0, 0, REFUSE)]
    steps += [(EQUAL, 0, 1, CLONE3[column]), (RETURN, 0, 0, UNKNOWN)]  # so the C library uses clone
    steps += _only_if(special[0], FIRST, [(ANY_BIT, 0, 1, NEW_NAMESPACES)])
    steps += _only_if(special[1], SECOND, [(EQUAL, 1, 0, FAKE_INPUT), (EQUAL, 0, 1, LINUX_CONSOLE)])
    steps += _only_if(special[2], FIRST, [(EQUAL, 1, 0, 0)])  # of other processes
    steps += _only_with(special[3], SECOND, OF_DESCRIPTORS)
    for number in _numbers(NEEDED, column):
        if number not in special:
            steps += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ALLOW)]
    return [*steps, (RETURN, 0, 0, REFUSE)]


def _only_if(call: int, argument: int, refused: "list[Step]") -> "list[Step]":
    """Allow a call unless its argument is one of these; the last question leads to the refusal."""
    inner = [(LOAD, 0, 0, argument), *refused, (RETURN, 0, 0, REFUSE), (RETURN, 0, 0, ALLOW)]
    return [(EQUAL, 0, len(inner), call), *inner]


def _only_with(call: int, argument: int, allowed: "tuple[int, ...]") -> "list[Step]":
    """Allow a call only with one of these arguments."""
    far = len(allowed)
    inner = [(LOAD, 0, 0, argument)]
    inner += [(EQUAL, far - place, 0, value) for place, value in enumerate(allowed)]
    inner += [(RETURN, 0, 0, REFUSE), (RETURN, 0, 0, ALLOW)]
    return [(EQUAL, 0, len(inner), call), *inner]


def _numbers(table: str, column: int) -> "list[int]":
    rows = [line for line in table.splitlines() if not line.startswith("#")]
    found = [entry.split()[1 + column] for line in rows for entry in line.split(",") if entry]
    return [int(number) for number in found if number != "-"]
