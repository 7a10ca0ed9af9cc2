"use client";

import { useState } from "react";
import {
  ActionForm,
  RevisionField,
  SubmitButton,
  useFormContext,
} from "#components/form/action-form";
import { TextareaField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { Card, CardFooter, Section } from "#components/ui/card";
import { saveBlockedWordsAction } from "./actions";

type BlockedWordsProps = { words: readonly string[]; max: number };

export function BlockedWordsForm({ formId, ...list }: BlockedWordsProps & { formId: string }) {
  return (
    <ActionForm
      action={saveBlockedWordsAction.bind(null, formId)}
      draftKey={`blocked-words-${formId}`}
      resetWhenDone
    >
      <RevisionField revision={list.words.join("\n")} />
      <Card className="divide-y">
        <FormMessage />
        <Section
          title="Blocked words"
          text="Messages with these words go to spam, and their files aren’t stored."
        >
          <WordsField {...list} />
        </Section>
        <CardFooter>
          <SubmitButton>Save words</SubmitButton>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}

function WordsField({ words, max }: BlockedWordsProps) {
  const { isDirty } = useFormContext();
  const [typed, setTyped] = useState("");
  const count = isDirty
    ? typed.split("\n").filter((line) => line.trim() !== "").length
    : words.length;
  return (
    <TextareaField
      name="words"
      label="Words and phrases"
      placeholder={"casino\ncrypto investment"}
      hint={
        <>
          <span className="tabular font-medium text-foreground">
            {count} of {max}.
          </span>{" "}
          One per line. Whole words in any field match, in upper or lower case.
        </>
      }
      defaultValue={words.join("\n")}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      spellCheck={false}
    />
  );
}
