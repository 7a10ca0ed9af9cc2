/** What a test and the service that it talks to must agree on. No limit is in the way of a test. */
export const TEST_SETTINGS = {
  SECRET_KEY: "0123456789abcdef0123456789abcdef",
  CRON_SECRET: "cron-secret-of-the-tests",
  MANAGEMENT_RATE_LIMIT: "1000000",
  INTAKE_IP_RATE_LIMIT: "1000000",
  INTAKE_FORM_RATE_LIMIT: "1000000",
  SIGN_UP_RATE_LIMIT: "1000000",
};

/** Whom security.txt names where the app is served as a whole. */
export const SECURITY_CONTACT = "security@example.com";
