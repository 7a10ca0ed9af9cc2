import { confirmRecipient, showVerification } from "#lib/http/verify-recipient";
import { visitorRoute } from "../visitor-route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = visitorRoute(
  showVerification,
  confirmRecipient,
);
