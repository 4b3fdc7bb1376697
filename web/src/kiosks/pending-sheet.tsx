// On its own: a whole screen, whatever its length.
import type { OwnKiosk } from '@spacekeeper/contract/kiosks/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import classes from './kiosks.module.css'

/** In two groups, as people compare digits. */
export const spellCode = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

/** A screen that waits for staff, and what tells it from others that wait. */
export const PendingSheet = ({ kiosk }: { kiosk: OwnKiosk }) => {
  const { t } = useTranslation('kiosks')
  return (
    <AuthFrame title={t(kiosk.kind === 'kiosk' ? 'pendingTitle' : 'pendingDisplayTitle')} subtitle={t('pendingText')}>
      <p className={classes.codeLabel} id="code">
        {t('pendingCode')}
      </p>
      <output className={classes.code} aria-labelledby="code">
        {spellCode(kiosk.pairingCode ?? '')}
      </output>
      <p className={classes.codeLabel}>{t('pendingName', { name: kiosk.name })}</p>
    </AuthFrame>
  )
}
