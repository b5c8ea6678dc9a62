import type { ListPage, ObjectStore, StoredObject } from "../object-store.ts";
import { checkVersion, isReadable, objectCold, objectMissing } from "../store-refusals.ts";
import type { ColdObjects } from "./cold-objects.ts";

const pathOf = (bucket: string, key: string): string => `/${bucket}/${key}`;

/** A store that has the storage classes and restores of S3, before one that has none. */
export function coldStore(store: ObjectStore, classes: ColdObjects): ObjectStore {
  const told = (bucket: string, object: StoredObject): StoredObject => {
    const path = pathOf(bucket, object.key);
    const cold = classes.stateOf(path);
    return { ...object, storageClass: classes.classOf(path), ...(cold && { cold }) };
  };
  const toldPage = (bucket: string, page: ListPage): ListPage => ({
    ...page,
    objects: page.objects.map((object) => told(bucket, object)),
  });
  const check = (bucket: string, key: string): void => {
    if (!classes.isReadable(pathOf(bucket, key))) throw objectCold(key);
  };
  const stored = (bucket: string, object: StoredObject, storageClass = "STANDARD") => {
    classes.store(pathOf(bucket, object.key), storageClass);
    return told(bucket, object);
  };
  const standing = async (bucket: string, key: string): Promise<StoredObject> => {
    const object = await store.head(bucket, key);
    if (object === undefined) throw objectMissing(key);
    return told(bucket, object);
  };
  const calls: Partial<ObjectStore> = {
    head: async (bucket, key) => {
      const object = await store.head(bucket, key);
      return object && told(bucket, object);
    },
    list: async (bucket, query) => toldPage(bucket, await store.list(bucket, query)),
    listFolder: async (bucket, query) => {
      const page = await store.listFolder(bucket, query);
      return page && toldPage(bucket, page);
    },
    read: async (bucket, key, options) => {
      check(bucket, key);
      return store.read(bucket, key, options);
    },
    readThrough: async (bucket, key, take, options) => {
      check(bucket, key);
      return store.readThrough(bucket, key, take, options);
    },
    write: async (bucket, key, body, options) =>
      stored(bucket, await store.write(bucket, key, body, options)),
    join: async (source, target) => {
      for (const { key } of source.pieces) check(source.bucket, key);
      return stored(target.bucket, await store.join(source, target));
    },
    copy: async (source, target) => {
      check(source.bucket, source.key);
      return stored(target.bucket, await store.copy(source, target), target.storageClass);
    },
    moveToClass: async ({ bucket, key, version, storageClass }) => {
      const object = await standing(bucket, key);
      checkVersion(key, object.version, version);
      if (object.storageClass === storageClass) return object;
      if (!isReadable(object)) throw objectCold(key);
      return stored(bucket, object, storageClass);
    },
    restore: async ({ bucket, key }, { days, tier }) => {
      await standing(bucket, key);
      classes.order(pathOf(bucket, key), days, tier);
      return standing(bucket, key);
    },
  };
  return new Proxy(store, {
    get: (_, name) => {
      if (Object.hasOwn(calls, name)) return calls[name as keyof ObjectStore];
      const member: unknown = Reflect.get(store, name, store);
      return typeof member === "function" ? (member.bind(store) as unknown) : member;
    },
    set: (_, name, value) => Reflect.set(calls, name, value),
  });
}
