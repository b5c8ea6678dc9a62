-- The inventory of the object store: its objects, and the size of every folder (decision 3). Keys sort by
-- the collation C, the order of their UTF-8 bytes, in which every store lists its objects.

-- Finds names by any part of them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE stored_objects (
  bucket text NOT NULL,
  key text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  modified timestamptz NOT NULL,
  storage_class text,
  recorded timestamptz NOT NULL DEFAULT clock_timestamp(),
  name text NOT NULL GENERATED ALWAYS AS (lower(regexp_replace(key, '^.*/', ''))) STORED,
  PRIMARY KEY (bucket, key)
);
CREATE INDEX stored_objects_by_name ON stored_objects USING gin (name gin_trgm_ops);

-- A folder's prefix ends in '/', the bucket's own is empty. objects counts all below the prefix,
-- own_objects those directly in it.
CREATE TABLE stored_folders (
  bucket text NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  objects bigint NOT NULL,
  own_objects bigint NOT NULL,
  bytes bigint NOT NULL,
  parent text COLLATE "C" NOT NULL GENERATED ALWAYS AS (regexp_replace(prefix, '[^/]*/$', '')) STORED,
  name text NOT NULL
    GENERATED ALWAYS AS (lower(regexp_replace(prefix, '^(.*/)?([^/]*)/$', '\2'))) STORED,
  PRIMARY KEY (bucket, prefix)
);
CREATE INDEX stored_folders_by_parent ON stored_folders (bucket, parent);
CREATE INDEX stored_folders_by_name ON stored_folders USING gin (name gin_trgm_ops);

-- A scan that was stopped continues at its token, after this key.
CREATE TABLE inventory_scans (
  bucket text PRIMARY KEY,
  completed timestamptz,
  begun timestamptz,
  token text,
  after text COLLATE "C"
);

-- Adds objects to every folder above them, or takes them away (negative counts), in one order, so that no
-- two transactions wait for each other.
CREATE FUNCTION count_in_folders(buckets text[], folders text[], counts bigint[], sizes bigint[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stored_folders AS f (bucket, prefix, objects, own_objects, bytes)
  SELECT c.bucket, above.prefix, sum(c.n),
    sum(CASE WHEN above.prefix = c.folder THEN c.n ELSE 0 END), sum(c.size)
  FROM unnest(buckets, folders, counts, sizes) AS c (bucket, folder, n, size)
  CROSS JOIN LATERAL (
    SELECT array_to_string((string_to_array(c.folder, '/'))[1:depth], '/')
      || CASE WHEN depth = 0 THEN '' ELSE '/' END AS prefix
    FROM generate_series(0, length(c.folder) - length(replace(c.folder, '/', ''))) AS depth
  ) AS above
  GROUP BY c.bucket, above.prefix
  ORDER BY c.bucket, above.prefix COLLATE "C"
  ON CONFLICT (bucket, prefix) DO UPDATE SET objects = f.objects + excluded.objects,
    own_objects = f.own_objects + excluded.own_objects, bytes = f.bytes + excluded.bytes;
  IF EXISTS (SELECT FROM unnest(counts) AS n WHERE n < 0) THEN
    DELETE FROM stored_folders f USING (
      SELECT DISTINCT c.bucket,
        array_to_string((string_to_array(c.folder, '/'))[1:depth], '/') || '/' AS prefix
      FROM unnest(buckets, folders) AS c (bucket, folder),
        generate_series(1, length(c.folder) - length(replace(c.folder, '/', ''))) AS depth
    ) AS gone WHERE f.bucket = gone.bucket AND f.prefix = gone.prefix AND f.objects = 0;
  END IF;
END $$;

-- Each kind of change has a function of its own: a trigger may read its own transition tables only.
CREATE FUNCTION count_on_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_in_folders(array_agg(bucket), array_agg(folder), array_agg(n), array_agg(size))
  FROM (
    SELECT bucket, regexp_replace(key, '[^/]*$', '') AS folder, sum(n)::bigint AS n,
      sum(size)::bigint AS size
    FROM (SELECT bucket, key, 1 AS n, size FROM added) AS changed GROUP BY 1, 2
  ) AS folders WHERE n <> 0 OR size <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION count_on_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_in_folders(array_agg(bucket), array_agg(folder), array_agg(n), array_agg(size))
  FROM (
    SELECT bucket, regexp_replace(key, '[^/]*$', '') AS folder, sum(n)::bigint AS n,
      sum(size)::bigint AS size
    FROM (SELECT bucket, key, 1 AS n, size FROM added
      UNION ALL SELECT bucket, key, -1, -size FROM removed) AS changed GROUP BY 1, 2
  ) AS folders WHERE n <> 0 OR size <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION count_on_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_in_folders(array_agg(bucket), array_agg(folder), array_agg(n), array_agg(size))
  FROM (
    SELECT bucket, regexp_replace(key, '[^/]*$', '') AS folder, sum(n)::bigint AS n,
      sum(size)::bigint AS size
    FROM (SELECT bucket, key, -1 AS n, -size AS size FROM removed) AS changed GROUP BY 1, 2
  ) AS folders WHERE n <> 0 OR size <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER count_on_insert AFTER INSERT ON stored_objects REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_on_insert();
CREATE TRIGGER count_on_update AFTER UPDATE ON stored_objects
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_on_update();
CREATE TRIGGER count_on_delete AFTER DELETE ON stored_objects REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_on_delete();

-- A page of a folder in the order of the keys: an object with its columns, a folder by its prefix alone.
-- It skips everything below a folder, so that it costs as much as it lists.
CREATE FUNCTION folder_page(of_bucket text, of_prefix text, after text, most int)
RETURNS TABLE (key text, size bigint, modified timestamptz, storage_class text)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  place text COLLATE "C" := greatest(of_prefix COLLATE "C", after COLLATE "C");
  finish text COLLATE "C" := CASE of_prefix WHEN '' THEN NULL ELSE left(of_prefix, -1) || '0' END;
  found record;
  slash int;
  told int := 0;
BEGIN
  IF right(place, 1) = '/' AND place <> of_prefix THEN place := place || U&'\+10FFFF'; END IF;
  <<again>> WHILE told < most LOOP
    FOR found IN SELECT o.key, o.size, o.modified, o.storage_class FROM stored_objects o
      WHERE o.bucket = of_bucket AND o.key > place AND (finish IS NULL OR o.key < finish)
      ORDER BY o.key LIMIT most - told
    LOOP
      told := told + 1;
      slash := position('/' IN substr(found.key, length(of_prefix) + 1));
      IF slash = 0 THEN
        key := found.key; size := found.size; modified := found.modified;
        storage_class := found.storage_class;
        place := found.key;
        RETURN NEXT;
      ELSE
        key := left(found.key, length(of_prefix) + slash);
        size := NULL; modified := NULL; storage_class := NULL;
        place := key || U&'\+10FFFF';
        RETURN NEXT;
        CONTINUE again;
      END IF;
    END LOOP;
    EXIT;
  END LOOP;
END $$;

-- The buckets that servers have used: one of them that is gone is not made again.
CREATE TABLE store_buckets (
  bucket text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now()
);
