import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import { deviceCodePage, deviceConfirmPage, devicePairedPage } from "./device-pages.ts";

type DeviceFlow = NonNullable<NonNullable<Configuration["features"]>["deviceFlow"]>;

/** Signing a program in by a code that the person enters in a browser (RFC 8628), with our pages. */
export function deviceFlow(nonceOf: (ctx: KoaContextWithOIDC) => string): DeviceFlow {
  return {
    enabled: true,
    userCodeInputSource: async (ctx, form, _out, error) => {
      ctx.body = deviceCodePage(nonceOf(ctx), form, error !== undefined);
    },
    userCodeConfirmSource: async (ctx, form, client, _device, userCode) => {
      const program = client.clientName ?? client.clientId;
      ctx.body = deviceConfirmPage(nonceOf(ctx), { form, program, userCode });
    },
    successSource: async (ctx) => {
      ctx.body = devicePairedPage(nonceOf(ctx));
    },
  };
}
