/** Why no new messages come, and the way back to what is looked at. */
export default function SignedOutNotice() {
  const here = encodeURIComponent(location.pathname + location.search);
  return (
    <>
      You are signed out.{" "}
      <a href={`/sign-in?next=${here}`} className="font-medium underline underline-offset-4">
        Sign in
      </a>{" "}
      to see new messages.
    </>
  );
}
