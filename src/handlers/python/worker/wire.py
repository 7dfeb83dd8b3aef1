# The worker, part 1 of 7: the socket to the host. All parts are one program.
# Requests and answers are lines of JSON. The boot program gives `reader`.
import abc, collections.abc, contextvars, dataclasses, datetime, enum, fnmatch, importlib, importlib.machinery, importlib.util
import inspect, io, json, os, re, signal, sys, threading, time, traceback, types, typing

wire = reader.fileno()
running = contextvars.ContextVar("hookline_call", default=None)
forked = False


def end():
    # The group is the worker's own, and what a hook started in it must not outlive it.
    os.kill(0, signal.SIGKILL)


def leave_wire():
    # A fork of the worker is not the worker: what it answers or reads would be somebody else's.
    global forked
    forked = True
    try:
        os.close(wire)
    except OSError:
        pass


sending = threading.RLock()


def send(message):
    if forked:
        os._exit(0)
    data = memoryview(message.encode() + b"\n")
    try:
        with sending:
            while data:
                data = data[os.write(wire, data):]
    except OSError:
        end()
