// Before anything that makes a schema: the page's policy forbids what zod would try.
import "../../platform/zod-without-eval.ts";
import { eventEmitter, serveCalls } from "@swath/worker-rpc";
import type { ValidationCalls, ValidationEvents } from "./validation-calls.ts";
import { ValidationTask } from "./validation-task.ts";

const task = new ValidationTask({
  emit: eventEmitter<ValidationEvents>(),
  now: () => performance.now(),
});

serveCalls<ValidationCalls>({
  add: (paths) => task.add(paths),
  validateNames: (request) => task.validateNames(request),
  addSizes: (sizes) => task.addSizes(sizes),
  validate: (request) => task.validate(request),
  addFiles: (files) => task.addFiles(files),
  page: (checkedAt) => task.page(checkedAt),
});
