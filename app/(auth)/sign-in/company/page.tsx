import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { TextField } from "#components/form/fields";
import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { findByCode } from "#lib/domain/accounts/providers/provider";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";
import { localPath, type SearchParams, singleValue } from "../../../search-params";
import { AuthCard } from "../../auth-card";
import { ProviderLink } from "../../provider-link";

export const metadata: Metadata = { title: "Company sign-in" };

const BACK = (
  <Link href="/sign-in" className="link">
    Sign in another way
  </Link>
);

/**
 * The sign-in page of a workspace, whose URL its owners give out. Without its code, it asks for one.
 */
export default async function CompanySignInPage({ searchParams }: { searchParams: SearchParams }) {
  if (isProviderRequired()) redirect("/sign-in");
  const params = await searchParams;
  const code = singleValue(params.code)?.trim().toLowerCase() ?? "";
  const provider = code === "" ? null : await findByCode(code);
  if (provider)
    return (
      <AuthCard title="Company sign-in" footer={BACK}>
        <div className="grid gap-5">
          <p className="text-pretty text-muted-foreground">
            You’ll sign in at your company’s own provider, and come back here.
          </p>
          <ProviderLink code={code} next={localPath(singleValue(params.next))} variant="primary">
            Sign in with {provider.name}
          </ProviderLink>
        </div>
      </AuthCard>
    );
  return (
    <AuthCard title="Company sign-in" footer={BACK}>
      <form action="/sign-in/company" className="grid gap-5">
        {code === "" ? null : (
          <Notice tone="danger" role="alert">
            There’s no company sign-in with this code. Check the address that you were given.
          </Notice>
        )}
        <TextField
          name="code"
          label="Code"
          hint="The end of the sign-in address that an owner of your workspace gave you."
          autoComplete="off"
          required
        />
        <Button type="submit" className="w-full">
          Continue
        </Button>
      </form>
    </AuthCard>
  );
}
