export const ZSTD_LEVEL = 3;

export const MAX_COMPRESSION_WORKERS = 4;
export const MAX_CONCURRENT_READS = 2;
export const MAX_READY_BLOBS = 4;
export const BLOB_QUEUE_LIMIT = 8;
/** Posts of blobs smaller than this may overlap up to {@link MAX_SMALL_POSTS}. */
export const SMALL_BLOB_BYTES = 8_388_608;
export const MAX_SMALL_POSTS = 6;
/** Larger blobs overlap this much, so that a link that breaks loses little of what was under way … */
export const LARGE_POSTS_ON_SLOW_LINK = 2;
/** … until all posts together move so many bytes a second; then as the settings say. */
export const FAST_LINK_BYTES_PER_SECOND = 50_000_000;
export const UPLOAD_RETRIES = 2;
export const COMPRESSION_RETRIES = 3;
export const READ_ATTEMPTS = 3;
/** The integrity check sends missing parts again while its counter is at most this. */
export const INTEGRITY_RETRY_LIMIT = 2;

export const QUEUE_POLL_MS = 10_000;
export const VALIDATION_POLL_MS = 5_000;
export const CANCEL_REDIRECT_MS = 5_000;

export const POLL_FAST_MS = 5_000;
export const POLL_MODERATE_MS = 15_000;
export const SNACKBAR_MS = 4_000;
export const FADE_MS = 350;
export const FILTER_DEBOUNCE_MS = 1_000;

export const TOKEN_CHECK_MS = 600_000;
export const TOKEN_RENEW_WITHIN_S = 660;
export const TOKEN_RETRY_MS = 10_000;
export const TOKEN_RENEW_ATTEMPTS = 3;
