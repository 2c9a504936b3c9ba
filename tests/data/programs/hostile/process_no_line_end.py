import sys

sys.stdin.readline()
for n in range(100):
    sys.stdout.write("4" * 10 ** 6)
sys.stdin.read()
