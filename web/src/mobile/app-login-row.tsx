import { Button, Stack, Text } from '@mantine/core'
import { appScheme } from '@spacekeeper/contract/mobile/words.ts'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import type { LoginSearch } from '#platform/session/safe-redirect.ts'
import { useSite } from '#platform/session/site.ts'
import { appLoginPath } from './app-login-path.ts'
import { appLoginText } from './app-login-text.ts'

addTexts({ mobile: appLoginText })

/** Shared screens are no phone of a member’s, and the app itself needs no way into it. */
const isOnPhone = () =>
  window.shell === undefined && window.mobileShell === undefined && globalThis.matchMedia('(pointer: coarse)').matches

/**
 * For members who came from another site to log in, on a phone on which they are logged in in the app: they say yes there, and
 * this browser goes on. A browser tells no page whether the app is there, so it says what to do where nothing opens.
 */
export const AppLoginRow = ({ search }: { search: LoginSearch }) => {
  const { t } = useTranslation('mobile')
  const { features, kiosk } = useSite()
  const [isOpened, setOpened] = useState(false)
  const { host, origin } = globalThis.location
  const path = appLoginPath(search, origin)
  if (path === null || !features.enableMobileApp || kiosk !== null || !isOnPhone()) return null
  return (
    <Stack gap={6} mt={18}>
      <Button
        component="a"
        href={`${appScheme}://${host}${path}`}
        variant="default"
        size="lg"
        leftSection={<IconDeviceMobile size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('appLogin')}
      </Button>
      <Text size="sm" role="status">
        {isOpened ? t('appLoginOpened') : null}
      </Text>
    </Stack>
  )
}
