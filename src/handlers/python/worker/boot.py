# What `python -c` runs: it moves the wire away from the numbers that a hook might close, then reads the worker's source from it. Valid in every Python, to say which one is too old.
import os, sys
if sys.version_info < (3, 8):
    sys.exit('hookline needs Python 3.8 or later; this is %d.%d' % sys.version_info[:2])
# The current folder, where a hook's own json.py or socket.py would be taken for the one that the worker needs.
if sys.path[:1] == ['']:
    del sys.path[0]
import fcntl, resource
limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
first = 64 if limit < 0 or limit > 80 else max(5, limit - 16)
wire = fcntl.fcntl(3, fcntl.F_DUPFD_CLOEXEC, first)
os.close(3)
reader = open(wire, 'rb', 65536)
source = reader.read(int(reader.readline()))
exec(compile(source, '<hookline>', 'exec'), {'__name__': 'hookline_worker', 'reader': reader})
