import { ListSkeleton } from "#components/ui/page";

export default function Loading() {
  return <ListSkeleton rows={4} />;
}
