/**
 * Threads in which files are read, written and flushed. A flush holds its thread for as long as the
 * disk takes; with libuv's four, posts that end together would let all else wait. It reads the
 * number when it needs the first thread: this is imported before anything else.
 */
process.env["UV_THREADPOOL_SIZE"] ??= "12";
