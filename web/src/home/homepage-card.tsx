import { Anchor, Card } from '@mantine/core'
import type { HomepageCard as Content } from '@spacekeeper/contract/homepage-card.ts'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useRouter, Link } from '@tanstack/react-router'
import { createElement } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { asTo } from '#platform/shell/app-link.ts'
import { cardIconOf } from './card-icons.ts'
import classes from './home.module.css'

/** Only addresses of the web and of mail lead anywhere; a script in a setting must not run. */
export const isSafe = (url: string) => /^(?:https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(url)

/** What pages were called before, or are called in existing clients, which have names of their own for some. */
const otherNames: Record<string, string> = { accessPermissions: 'checkAccess' }

/** The path of the page that goes by this name, if there is one. */
const usePathOf = (name: string | undefined) => {
  const router = useRouter()
  if (name === undefined) return null
  const wanted = otherNames[name] ?? name
  const routes = Object.values(router.routesById)
  return routes.find(({ options }) => options.staticData?.name === wanted)?.fullPath ?? null
}

const Outward = ({ url, text }: { url: string; text: string }) => {
  const { t } = useTranslation('home')
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" className={classes.out ?? ''}>
      {text}
      <span className={classes.hidden}> ({t('newTab')})</span>
    </Anchor>
  )
}

const Body = ({ card, isLink }: { card: Content; isLink: boolean }) => {
  const picture = createElement(cardIconOf(card.icon).icon, {
    size: 20,
    stroke: 1.7,
    className: classes.cardIcon ?? '',
  })
  return (
    <>
      <span className={classes.cardHead} aria-hidden>
        {picture}
        {isLink ? <IconArrowUpRight size={16} stroke={1.7} /> : null}
      </span>
      <h2 className={classes.cardTitle}>{card.title}</h2>
      <p className={classes.cardText}>{card.description}</p>
    </>
  )
}

/** One card of the site's own: as a whole a link when it leads to one place. */
export const HomepageCard = ({ card }: { card: Content }) => {
  const { t } = useTranslation('home')
  const path = usePathOf(card.routerLink?.name)
  const links = (card.links ?? []).filter(({ url }) => isSafe(url))
  if (card.url && isSafe(card.url)) {
    return (
      <Card component="a" href={card.url} target="_blank" rel="noopener noreferrer" className={classes.linkCard ?? ''}>
        <Body card={card} isLink />
        <span className={classes.hidden}>({t('newTab')})</span>
      </Card>
    )
  }
  if (path) {
    return (
      <Card component={Link} to={asTo(path)} className={classes.linkCard ?? ''}>
        <Body card={card} isLink />
      </Card>
    )
  }
  return (
    <Card className={classes.homepageCard ?? ''}>
      <Body card={card} isLink={false} />
      {links.length > 0 ? (
        <div className={classes.outs}>
          {links.map(({ url, btn_text }) => (
            <Outward key={`${url} ${btn_text}`} url={url} text={btn_text} />
          ))}
        </div>
      ) : null}
    </Card>
  )
}
