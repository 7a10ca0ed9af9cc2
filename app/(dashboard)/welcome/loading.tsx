import { ListSkeleton } from "#components/ui/page";

export default function Loading() {
  return <ListSkeleton rows={7} width="narrow" />;
}
