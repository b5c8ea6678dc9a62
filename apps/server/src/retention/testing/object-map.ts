import type { ObjectStore, StoredObject } from "../../platform/object-store/object-store.ts";

/** Keeps what is written as text, by bucket and key. */
export function objectMap() {
  const objects = new Map<string, string>();
  const write: ObjectStore["write"] = async (bucket, key, body) => {
    let text = "";
    for await (const chunk of body) text += Buffer.from(chunk).toString();
    objects.set(`${bucket}/${key}`, text);
    return {} as StoredObject;
  };
  return { objects, write };
}
