import fc from "fast-check";

// Thousands of mutants run these tests: a property gets 100 ms instead of all its runs.
fc.configureGlobal({ interruptAfterTimeLimit: 100 });
