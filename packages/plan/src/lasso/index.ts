export { type Lasso, lassoFeatures, lassoOf } from "./lasso.ts";
export { simplifyLasso } from "./simplify-lasso.ts";
