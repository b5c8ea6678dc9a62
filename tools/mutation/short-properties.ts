import fc from "fast-check";

// Thousands of mutants run these tests: a property gets 500 ms instead of all its runs.
fc.configureGlobal({ interruptAfterTimeLimit: 500 });
