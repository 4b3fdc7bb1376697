import { useEffect, useRef } from 'react'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { IconQrcode } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#platform/i18n/format.ts'
import { useProfile } from '#platform/session/session.ts'
import { standingOf } from '../members/standing-of.ts'
import classes from './digital-id-card.module.css'

const anchor = 'digital-id'

/** The member's card in the site's colour; it opens full screen with its code. */
export const DigitalIdCard = () => {
  const { t } = useTranslation('identities')
  const router = useRouter()
  const profile = useProfile()
  const card = useRef<HTMLAnchorElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === anchor) card.current?.focus()
  }, [hash])
  // Fetched while there is a network, so that it opens where there is none.
  useEffect(() => void router.preloadRoute({ to: '/account/digital-id' }), [router])
  if (!profile) return null
  return (
    <Link to="/account/digital-id" id={anchor} ref={card} className={classes.card}>
      <span className={classes.head}>
        {t('digitalId')}
        <IconQrcode size={24} stroke={1.7} aria-hidden />
      </span>
      <span className={classes.name}>{profile.fullName}</span>
      <span>{t(standingOf(profile))}</span>
      <span className={classes.facts}>
        <span>{t('number', { number: profile.id })}</span>
        <span>{t('since', { date: formatDate(profile.firstJoined) })}</span>
      </span>
    </Link>
  )
}
