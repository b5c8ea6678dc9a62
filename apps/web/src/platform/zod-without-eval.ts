import { z } from "zod";

// The content security policy forbids eval, which zod would try; to be imported before any schema.
z.config({ jitless: true });
