import { securityTxtRoute } from "#lib/http/security-txt";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = securityTxtRoute;
