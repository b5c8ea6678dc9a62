// Before any file is made: what Swath writes is its owner's alone (logs, locks, objects, keys).
process.umask(0o077);
