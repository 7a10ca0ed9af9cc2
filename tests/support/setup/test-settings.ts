/** Settings that a test and its service share. Rate limits are too high to affect tests. */
export const TEST_SETTINGS = {
  SECRET_KEY: "0123456789abcdef0123456789abcdef",
  CRON_SECRET: "cron-secret-of-the-tests",
  MANAGEMENT_RATE_LIMIT: "1000000",
  INTAKE_IP_RATE_LIMIT: "1000000",
  INTAKE_FORM_RATE_LIMIT: "1000000",
  SIGN_UP_RATE_LIMIT: "1000000",
  PAGE_RATE_LIMIT: "1000000",
};

/** The contact in security.txt when the whole app is served. */
export const SECURITY_CONTACT = "security@example.com";

/** The account that sees the operator page when the whole app is served. */
export const OPERATOR_EMAIL = "operator@example.com";
