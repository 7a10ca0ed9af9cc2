import { MessageSquareText } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { Card, CardContent } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { SectionHeader } from "#components/ui/page";
import { RelativeTime } from "#components/ui/relative-time";
import { listSavedReplies } from "#lib/domain/replies/saved-reply";
import { MAX_SAVED_REPLIES, type SavedReply } from "#lib/domain/replies/saved-reply-schema";
import { pageSession } from "../../../page-session";
import { AddSavedReplyForm, DeleteSavedReply, EditSavedReply } from "./saved-reply-forms";

export const metadata: Metadata = { title: "Saved replies" };

export default async function SavedRepliesPage() {
  const { ctx } = await pageSession();
  const savedReplies = await listSavedReplies(ctx);
  return (
    <>
      <SectionHeader
        title="Saved replies"
        description={
          <>
            Texts that everyone in this workspace can reuse. Type <kbd>/</kbd> in a reply to pick
            one. {savedReplies.length} of {MAX_SAVED_REPLIES} in use.{" "}
            <Link href="/docs/replies#saved-replies" className="link">
              About placeholders
            </Link>
          </>
        }
      />
      <div className="grid gap-6">
        <Card>
          <CardContent>
            <AddSavedReplyForm />
          </CardContent>
        </Card>
        <Card>
          {savedReplies.length === 0 ? (
            <EmptyState icon={MessageSquareText} title="No saved replies yet">
              Save what you write often, such as directions, prices, or a thank-you. The sender’s
              name and the form’s name are filled in for each message.
            </EmptyState>
          ) : (
            <ul aria-label="Saved replies" className="divide-y">
              {savedReplies.map((savedReply) => (
                <SavedReplyRow key={savedReply.id} {...savedReply} />
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  );
}

function SavedReplyRow({ id, name, text, updatedAt }: SavedReply) {
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 px-4 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <bdi className="font-medium wrap-anywhere">{name}</bdi>
        <p className="line-clamp-2 wrap-anywhere whitespace-pre-line text-muted-foreground">
          <bdi>{text}</bdi>
        </p>
        <p className="mt-1 text-xs text-muted-foreground">
          Changed <RelativeTime at={updatedAt} />
        </p>
      </div>
      <div className="flex items-start gap-2">
        <EditSavedReply id={id} name={name} text={text} />
        <DeleteSavedReply id={id} name={name} />
      </div>
    </li>
  );
}
