import sys
import time

for line in sys.stdin:
    pass
time.sleep(10 ** 6)
