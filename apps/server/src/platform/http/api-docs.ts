import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { pagePolicy } from "./security-headers.ts";

/** The OpenAPI 3.1 description of every declared route, for people at `/api/docs`. */
export async function describeApi(app: FastifyInstance, release: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Swath", version: release },
      components: {
        securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(async (docs) => {
    docs.addHook("onSend", async (_request, reply, payload) => {
      // Its own pages set styles in attributes; its scripts are files of ours.
      const policy = pagePolicy({}).replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
      void reply.header("content-security-policy", policy);
      return payload;
    });
    await docs.register(swaggerUi, { routePrefix: "/api/docs" });
  });
}
