import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, Link, createFileRoute } from '@tanstack/react-router'
import { ApiError } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useOnce, useDelay } from '#platform/form/use-once.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { endSession } from '#platform/session/session.ts'
import { useLogOutOfKiosk } from '#platform/shell/kiosk-leave.ts'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { turnOffPush } from '../push/this-device.ts'
import { logout } from './api.ts'

const redirectMs = 2000

/** Who has no session any more is logged out as well. */
const logoutOnce = async () => {
  try {
    await logout()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
}

const LogoutPage = () => {
  const { t } = useTranslation('auth')
  const client = useQueryClient()
  const navigate = useNavigate()
  const isKiosk = useIsKiosk()
  const leave = useLogOutOfKiosk()
  const { state, again } = useOnce(async () => {
    if (isKiosk) return leave()
    await logoutOnce()
    endSession(client)
    // The portal has ended them with the session; nothing waits for the browser.
    return void turnOffPush()
  })
  useDelay(state.status === 'done', { ms: redirectMs, run: () => void navigate({ to: '/login' }) })

  if (state.status === 'working') return <OutcomeCard kind="working" title={t('logoutWorking')} />
  if (state.status === 'done') {
    return (
      <OutcomeCard kind="done" title={t('logoutDone')} text={t('logoutDoneHint')}>
        <Button size="xs" component={Link} to="/login">
          {t('toLogin')}
        </Button>
      </OutcomeCard>
    )
  }
  return (
    <OutcomeCard kind="failed" title={t('logoutFailed')} text={errorText(state.error)}>
      <Button size="xs" onClick={again}>
        {t('tryAgain')}
      </Button>
    </OutcomeCard>
  )
}

export const Route = createFileRoute('/logout')({
  component: LogoutPage,
  staticData: {
    title: 'auth:titleLogout',
    loggedIn: true,
    kiosk: true,
    bgGradient: true,
    menu: { group: 'end', icon: IconLogout, order: 0 },
  },
})
