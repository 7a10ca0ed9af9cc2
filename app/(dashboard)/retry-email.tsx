import { RotateCw } from "lucide-react";
import { ConfirmAction } from "#components/form/confirm-action";
import { useAction } from "#components/form/use-action.ts";
import { Button } from "#components/ui/button";
import { retryDigestAction, retryEmailAction } from "./delivery-actions";

type RetryEmailProps = {
  /** Null for a digest. */
  submissionId: string | null;
  deliveryId: string;
  email: string;
  /** The email may have arrived, so ask first. */
  isUncertain: boolean;
  /** Shows the result on the page. */
  onDone: () => unknown;
};

export default function RetryEmail(props: RetryEmailProps) {
  const { submissionId, deliveryId, email, isUncertain, onDone } = props;
  const retry = async () => {
    const result =
      submissionId === null
        ? await retryDigestAction(deliveryId, isUncertain)
        : await retryEmailAction(submissionId, deliveryId, isUncertain);
    await onDone();
    return result;
  };
  const { run, isPending } = useAction(retry);
  const button = (onClick: () => void) => (
    <Button
      variant="outline"
      size="sm"
      aria-disabled={isPending || undefined}
      onClick={onClick}
      className="justify-self-start"
    >
      <RotateCw aria-hidden />
      Send again<span className="sr-only"> to {email}</span>
    </Button>
  );
  if (!isUncertain) return button(run);
  return (
    <ConfirmAction
      trigger={button}
      title="Send the email again?"
      confirmLabel="Send again"
      action={retry}
      isDestructive={false}
    >
      <p>We can’t confirm that the first email arrived. {email} may receive it twice.</p>
    </ConfirmAction>
  );
}
