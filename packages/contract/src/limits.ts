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
