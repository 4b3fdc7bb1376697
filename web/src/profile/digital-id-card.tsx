import { IconQrcode } from '@tabler/icons-react'
import { useLocation, Link } from '@tanstack/react-router'
import { useRef, useEffect } from 'react'
import { formatIdDate } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { OwnStandingBadge } from './standing-badge.tsx'
import classes from './digital-id-card.module.css'

const anchor = 'digital-id'

/** The member's card in the site's colour, with the full name; it opens full screen with its code. */
export const DigitalIdCard = () => {
  const { t } = useTranslation('profile')
  const profile = useProfile()
  const card = useRef<HTMLAnchorElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === anchor) card.current?.focus()
  }, [hash])
  if (!profile) return null
  return (
    <Link to="/account/digital-id" id={anchor} ref={card} className={classes.card}>
      <span className={classes.head}>
        {t('digitalId')}
        <IconQrcode size={24} stroke={1.7} aria-hidden />
      </span>
      <span className={classes.name}>{profile.fullName}</span>
      <OwnStandingBadge profile={profile} />
      <span className={classes.facts}>
        <span>{t('number', { number: profile.id })}</span>
        <span>
          {profile.memberSince
            ? t('since', { date: formatIdDate(profile.memberSince) })
            : t('registeredOn', { date: formatIdDate(profile.registrationDate) })}
        </span>
      </span>
    </Link>
  )
}
