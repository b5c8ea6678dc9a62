import { validatorCompiler as compileZod } from "fastify-type-provider-zod";

/** Checks the parts of a call by their shapes. Of a body that was left out, Fastify hands on null. */
export const validatorCompiler: typeof compileZod = (part) => {
  const validate = compileZod(part);
  return part.httpPart === "body" ? (body) => validate(body ?? undefined) : validate;
};
