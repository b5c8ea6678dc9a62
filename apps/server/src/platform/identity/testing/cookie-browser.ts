import { errorBodySchema } from "@swath/contract/errors";
import { identitySchema } from "@swath/contract/identity";
import { expect } from "vitest";
import { z } from "zod";

/** What `GET renew` answers. */
export const renewal = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime(),
  expiresIn: z.int(),
  identity: identitySchema,
});

/** A browser without a screen: cookies by path, redirects by hand. */
export class CookieBrowser {
  readonly #publicUrl: URL;
  readonly jar = new Map<string, { value: string; path: string }>();

  constructor(publicUrl: URL) {
    this.#publicUrl = publicUrl;
  }

  async go(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.#publicUrl);
    const cookie = [...this.jar]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
    const headers = { cookie, ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const name = pair.slice(0, pair.indexOf("="));
    const value = pair.slice(name.length + 1);
    const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? "/";
    const gone =
      value === "" || attributes.some((text) => /expires=Thu, 01 Jan 1970|max-age=0/i.test(text));
    if (gone) this.jar.delete(name);
    else this.jar.set(name, { value, path });
  }

  /** Follows redirects until a page, and returns it with its address. */
  async follow(address: string | URL, init?: RequestInit): Promise<{ page: Response; url: URL }> {
    let url = new URL(address, this.#publicUrl);
    let page = await this.go(url, init);
    for (let hops = 0; hops < 12; hops += 1) {
      const next = page.headers.get("location");
      if (next === null) return { page, url };
      url = new URL(next, url);
      page = await this.go(url);
    }
    throw new Error(`a circle at ${url.href}`);
  }

  async signIn(account: string, returnTo = "/post", more = ""): Promise<URL> {
    const start = await this.follow(`/auth/login?returnTo=${encodeURIComponent(returnTo)}${more}`);
    expect(start.url.pathname).toMatch(/^\/idp\/sign-in\//);
    const body = new URLSearchParams({ login: account });
    const { page, url } = await this.follow(start.url, { method: "POST", body });
    // The provider ends its session with the person before by a form that a script submits.
    const form = await page.text();
    const action = /<form method="post" action="([^"]+)"/.exec(form)?.[1];
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1];
    if (action === undefined || xsrf === undefined) return url;
    const confirmed = new URLSearchParams({ xsrf, logout: "yes" });
    return (await this.follow(action, { method: "POST", body: confirmed })).url;
  }

  /** The code of a refused renewal. */
  async refusedRenewal(query = ""): Promise<{ status: number; code: string }> {
    const response = await this.go(`/api/main/renew${query}`);
    const { code } = errorBodySchema.parse(await response.json());
    return { status: response.status, code };
  }

  async renew(): Promise<z.infer<typeof renewal>> {
    const response = await this.go("/api/main/renew");
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    return renewal.parse(await response.json());
  }
}
