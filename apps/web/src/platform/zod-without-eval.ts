// The content security policy forbids eval, which zod would try. Each copy and part of zod reads its
// configuration here, whenever it is loaded: the first page has no zod to tell it by.
const PLACE = "__zod_globalConfig";
const shared = globalThis as { [PLACE]?: { jitless?: boolean } };
(shared[PLACE] ??= {}).jitless = true;
