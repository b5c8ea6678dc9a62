import type { Ticket } from "../upload/peer-calls.ts";

function post(file: File, { url, fields }: Ticket): Promise<void> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", file);
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.addEventListener("load", () => {
      if (request.status < 300) resolve();
      else reject(new Error(`${file.name}: ${request.status} ${request.responseText}`));
    });
    request.addEventListener("error", () => reject(new Error(`${file.name}: no answer`)));
    request.send(form);
  });
}

/** Posts whole files one after the other: the least a browser can do. */
export async function postBare(files: readonly File[], tickets: readonly Ticket[]): Promise<void> {
  const of = new Map(tickets.map((ticket) => [ticket.name, ticket]));
  for (const file of files) {
    const ticket = of.get(file.name);
    if (ticket === undefined) throw new Error(`no ticket for ${file.name}`);
    await post(file, ticket);
  }
}
