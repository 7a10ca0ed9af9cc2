/** The account of the demo workspace. No one reads its mailbox. */
export const DEMO_EMAIL = "demo@example.com";
