import { ListSkeleton } from "#components/ui/list-skeleton";

export default function Loading() {
  return <ListSkeleton rows={7} width="narrow" />;
}
