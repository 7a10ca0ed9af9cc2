import { LogOut, Menu } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { FormAction } from "#components/form/action-result.ts";
import { ProductBrand } from "#components/shell/brand";
import {
  MobileMenu,
  Navigation,
  type NavigationFigures,
  type NavigationPlace,
} from "#components/shell/navigation";
import { PaletteButton, PaletteHost } from "#components/shell/palette-host";
import { listWorkspacePlaces, type Place, WELCOME, WORK } from "#components/shell/places.ts";
import type { Theme } from "#components/shell/preferences.ts";
import { SignOutButton } from "#components/shell/sign-out";
import { THEME_ICONS } from "#components/shell/theme-icons";
import { ThemeSwitch } from "#components/shell/theme-switch";
import { WorkspaceMenu } from "#components/shell/workspace-menu";
import { cn } from "#components/ui/cn.ts";
import type { ActiveSession, WorkspaceChoice } from "#lib/domain/accounts/sessions";

type ShellProps = {
  session: ActiveSession;
  isOperator: boolean;
  workspaces: readonly WorkspaceChoice[];
  navigation: NavigationFigures;
  theme: Theme;
  signOut: () => Promise<void>;
  createWorkspace: FormAction;
  /** At most two bars above the page, of 2.75rem each. */
  banners: readonly ReactNode[];
  children: ReactNode;
};

const drawn = ({ href, label, also, Icon }: Place): NavigationPlace => ({
  href,
  label,
  also,
  icon: <Icon aria-hidden />,
});

/** The layout of every dashboard page: a sidebar, or a top bar with a menu below 1024 px. */
export function Shell(props: ShellProps) {
  const { session, isOperator, navigation, children } = props;
  const banners = props.banners.filter(Boolean);
  const isOwner = session.role === "owner";
  const side = (
    <>
      <Navigation
        {...navigation}
        welcome={drawn(WELCOME)}
        work={WORK.map(drawn)}
        workspace={listWorkspacePlaces(isOperator).map(drawn)}
      />
      <SideFoot {...props} />
    </>
  );
  return (
    <>
      <div className="flex min-h-[calc(100dvh-var(--bar-height))] flex-col lg:flex-row">
        <header className="sticky top-(--bar-height) z-30 flex h-14 items-center gap-2 border-b bg-background px-4 lg:hidden">
          <MobileMenu icon={<Menu aria-hidden />}>{side}</MobileMenu>
          <Link href="/inbox" className="rounded-md">
            <ProductBrand />
          </Link>
          <PaletteButton isIcon />
        </header>
        <aside className="sticky top-(--bar-height) hidden h-[calc(100dvh-var(--bar-height))] w-60 shrink-0 flex-col overflow-y-auto border-r px-3 pb-3 lg:flex">
          <Link href="/inbox" className="my-3 flex h-10 items-center rounded-md px-2">
            <ProductBrand />
          </Link>
          <div className="mb-4 grid">
            <PaletteButton />
          </div>
          {side}
        </aside>
        <main
          id="content"
          tabIndex={-1}
          className={cn(
            "min-w-0 flex-1",
            banners.length === 1 && "[--banner-height:2.75rem]",
            banners.length === 2 && "[--banner-height:5.5rem]",
          )}
        >
          {banners}
          {children}
        </main>
      </div>
      <PaletteHost isOwner={isOwner} />
    </>
  );
}

function SideFoot(props: ShellProps) {
  const { session, workspaces, theme, signOut, createWorkspace } = props;
  const { account, userName } = session;
  return (
    <div className="mt-auto pt-6">
      <div className="flex items-start gap-2 border-t px-2 pt-3">
        <WorkspaceMenu
          current={account.workspace}
          email={userName ?? account.user.email}
          workspaces={workspaces}
          create={createWorkspace}
          theme={<ThemeSwitch initial={theme} icons={THEME_ICONS} />}
        />
        <SignOutButton action={signOut} icon={<LogOut aria-hidden />} />
      </div>
    </div>
  );
}
