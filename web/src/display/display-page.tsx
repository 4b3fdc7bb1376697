import { Text, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useLostAt } from '#platform/live/line.ts'
import { useLiveScreen } from '#platform/live/live.ts'
import { useFreshWindow } from '#platform/session/fresh-window.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { ownDisplayQuery } from '../kiosks/api.ts'
import { PendingSheet } from '../kiosks/pending-sheet.tsx'
import { displayEvents, viewQuery } from './api.ts'
import { DisplaySettingsDialog } from './display-settings-dialog.tsx'
import { DisplaySheet } from './display-sheet.tsx'
import { loadDisplayWords } from './page-words.ts'
import { rightUntil } from './views.ts'

const aliveMs = 15_000

/** Makes this browser a wall display once staff agree, and is one then. It asks again by itself, whatever fails. */
const DisplayPage = () => {
  const own = useQuery({ ...ownDisplayQuery, refetchInterval: aliveMs, retry: false })
  useFreshWindow()
  if (!own.data) return <Unreachable error={own.error} />
  return own.data.state === 'authorised' ? <AuthorisedDisplay /> : <WaitingDisplay />
}

const pendingMs = 3000

/** Until staff agree it asks more often. */
const WaitingDisplay = () => {
  const { data } = useQuery({ ...ownDisplayQuery, refetchInterval: pendingMs, retry: false })
  return data ? <PendingSheet kiosk={data} /> : null
}

const AuthorisedDisplay = () => {
  useLiveScreen(displayEvents)
  const lostAt = useLostAt()
  const { data, error, dataUpdatedAt } = useQuery(viewQuery(lostAt === null))
  const { setColorScheme } = useMantineColorScheme()
  const scheme = data?.scheme
  useEffect(() => {
    if (scheme !== undefined) setColorScheme(scheme)
  }, [scheme, setColorScheme])
  useAwake()
  if (!data) return <Unreachable error={error} />
  return (
    <DisplaySheet
      data={data}
      heardAt={error ? dataUpdatedAt : rightUntil({ lostAt, dataUpdatedAt })}
      aside={<DisplaySettingsDialog />}
    />
  )
}

/** Asks the browser not to turn the screen off while the page is looked at; not every browser can. */
const useAwake = () => {
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible' && 'wakeLock' in navigator)
        void navigator.wakeLock.request('screen').catch(() => undefined)
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [])
}

const Unreachable = ({ error }: { error: Error | null }) => {
  const { t } = useTranslation('display')
  if (!error) return null
  return (
    <AuthFrame title={t('registerFailed')}>
      <FormError>{errorText(error)}</FormError>
      <Text mt="md">{t('tryingAgain')}</Text>
    </AuthFrame>
  )
}

export const Route = createFileRoute('/display')({
  component: DisplayPage,
  loader: async () => {
    const [{ kiosksText }] = await Promise.all([import('../kiosks/text.ts'), loadDisplayWords()])
    addTexts({ kiosks: kiosksText })
  },
  staticData: {
    title: 'display:titleDisplay',
    kiosk: true,
    kioskScreen: true,
    hiddenMenu: true,
    bgGradient: true,
  },
})
