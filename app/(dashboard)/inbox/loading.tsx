import { ListOutline, MessageOutline } from "./outlines";

export default function Loading() {
  return (
    <div className="flex lg:h-[calc(100dvh-2rem)]">
      <div className="hidden w-52 shrink-0 border-r 2xl:block" />
      <div className="min-w-0 flex-1 lg:max-w-md lg:min-w-80 lg:border-r">
        <div className="h-28 border-b" />
        <ListOutline />
      </div>
      <div className="flex-1 max-lg:hidden">
        <MessageOutline />
      </div>
    </div>
  );
}
