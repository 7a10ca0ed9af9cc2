import { ExternalLink } from "lucide-react";
import { Button } from "#components/ui/button";
import { Input } from "#components/ui/input";
import { Label } from "#components/ui/label";
import { Textarea } from "#components/ui/textarea";

type TestFormProps = { path: string; email: string };

/** A real visitor's form: what it sends takes the same way as any message from a website. */
export function TestForm({ path, email }: TestFormProps) {
  return (
    <form action={path} method="post" target="_blank" className="grid gap-4" rel="noopener">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid gap-1.5">
          <Label htmlFor="test-name">Name</Label>
          <Input id="test-name" name="name" defaultValue="Test visitor" />
        </div>
        <div className="grid gap-1.5">
          <Label htmlFor="test-email">Email</Label>
          <Input id="test-email" name="email" type="email" defaultValue={email} />
        </div>
      </div>
      <div className="grid gap-1.5">
        <Label htmlFor="test-message">Message</Label>
        <Textarea
          id="test-message"
          name="message"
          defaultValue="Hello! Does this form reach the right people?"
        />
      </div>
      <div>
        <Button type="submit" variant="outline">
          <ExternalLink aria-hidden />
          Send as a visitor
        </Button>
      </div>
    </form>
  );
}
