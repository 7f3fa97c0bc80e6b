import { ActionIcon } from '@mantine/core';
import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react';
import { dialled, internationalDigits } from '#web/lib/format/phone.ts';
import { peopleTexts } from '#web/texts/people.ts';
import classes from './contact-links.module.css';

const t = peopleTexts.contact;

interface ContactLinksProps {
  name: string;
  email: string | null | undefined;
  phone: string | null | undefined;
  /** Where their number is, unless it says so itself. */
  country: string;
}

/** Call, mail and WhatsApp as signs, as far as there is a number or an address. */
export function ContactLinks({ name, email, phone, country }: ContactLinksProps) {
  const number = dialled(phone ?? '');
  const whatsApp = internationalDigits(phone ?? '', country);
  const links = [
    { href: number && `tel:${number}`, label: t.call, of: t.callOf({ name }), Icon: IconPhone },
    { href: email && `mailto:${encodeURI(email)}`, label: t.mail, of: t.mailOf({ name }), Icon: IconMail },
    {
      href: whatsApp && `https://wa.me/${whatsApp}`,
      label: t.whatsApp,
      of: t.whatsAppOf({ name }),
      Icon: IconBrandWhatsapp,
    },
  ];
  return (
    <span className={classes.links}>
      {links.map(({ href, label, of, Icon }) =>
        href ? (
          <ActionIcon
            key={label}
            component="a"
            href={href}
            {...(href.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' })}
            variant="default"
            className={classes.link}
            aria-label={of}
            title={label}
          >
            <Icon aria-hidden size={18} stroke={1.75} />
          </ActionIcon>
        ) : null,
      )}
    </span>
  );
}
