import { useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";

import { texts } from "#kernel/contract/texts.ts";
import { links } from "#web/links.ts";
import { SIDEBAR } from "#web/theme/media.ts";
import { ButtonLink, IconButton } from "#web/ui/button/button.tsx";
import { Brand } from "#web/ui/layout/brand.tsx";
import { useMedia } from "#web/ui/layout/use-media.ts";
import { SlideOver } from "#web/ui/overlay/dialog.tsx";

import { HOURS } from "./site-facts.ts";
import * as styles from "./site.css.ts";

const SITE_LINKS = [
  { label: "Home", href: links.home() },
  { label: "Features", href: links.features() },
  { label: "Pricing", href: links.pricing() },
  { label: "About", href: links.about() },
  { label: "Contact", href: links.contact() },
] as const;

/** Header and footer of the public pages; they stay mounted across pages. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const wide = useMedia(SIDEBAR);
  return (
    <div className={styles.site}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.head}>
        <span className={styles.brand}>
          <Brand name={texts.product} href={links.home()} />
        </span>
        {wide && <WideNav />}
        {wide && (
          <ButtonLink href={links.login()} tone="ghost">
            Sign in
          </ButtonLink>
        )}
        <ButtonLink href={links.register()} tone="primary">
          Get Started
        </ButtonLink>
        {!wide && <NarrowNav />}
      </header>
      <main className={styles.main} id="main" tabIndex={-1}>
        {children}
      </main>
      <Foot />
    </div>
  );
}

function WideNav() {
  const [path] = useLocation();
  return (
    <nav className={styles.nav} aria-label="Main">
      <ul className={styles.navList}>
        {SITE_LINKS.map(({ label, href }) => (
          <li key={href}>
            <Link
              href={href}
              className={styles.navLink}
              aria-current={path === href ? "page" : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NarrowNav() {
  const [path] = useLocation();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        icon="menu"
        label="Open menu"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <SlideOver open={open} label="Menu" closeLabel="Close menu" onClose={close}>
        <span className={styles.menuBrand}>
          <Brand name={texts.product} />
        </span>
        <nav aria-label="Main">
          <ul>
            {[...SITE_LINKS, { label: "Sign in", href: links.login() }].map(({ label, href }) => (
              <li key={href}>
                <Link
                  href={href}
                  className={styles.menuLink}
                  aria-current={path === href ? "page" : undefined}
                  onClick={close}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </SlideOver>
    </>
  );
}

function Foot() {
  const shown = [...SITE_LINKS.slice(1), { label: "Sign in", href: links.login() }];
  return (
    <footer className={styles.foot}>
      <Brand name={texts.product} href={links.home()} />
      <ul className={styles.footList}>
        {shown.map(({ label, href }) => (
          <li key={href}>
            <Link href={href} className={styles.footLink}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <p
        className={styles.hours}
      >{`${HOURS.map(({ day, hours }) => `${day} ${hours}`).join(", ")} (WAT)`}</p>
    </footer>
  );
}
