import { Code, Copy, Fingerprint, Inbox, Settings } from "lucide-react";
import { writeToClipboard } from "#components/ui/copy-button";
import { MenuItems, type OpenMenu } from "#components/ui/menu-items";
import { toast } from "#components/ui/toast.ts";

type RowMenuItemsProps = OpenMenu & { formId: string; duplicate: () => void };

export default function RowMenuItems({ formId, duplicate, ...menu }: RowMenuItemsProps) {
  const copyId = async () => {
    const isCopied = await writeToClipboard(formId);
    toast(isCopied ? "Form ID copied." : "Couldn’t copy. The ID is on the form’s Install page.");
  };
  return (
    <MenuItems
      {...menu}
      groups={[
        [
          { label: "Messages", Icon: Inbox, href: `/inbox?formId=${formId}` },
          { label: "Install", Icon: Code, href: `/forms/${formId}/install` },
          { label: "Settings", Icon: Settings, href: `/forms/${formId}/settings` },
        ],
        [
          { label: "Duplicate", Icon: Copy, run: duplicate },
          { label: "Copy form ID", Icon: Fingerprint, run: copyId },
        ],
      ]}
    />
  );
}
