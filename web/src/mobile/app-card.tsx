import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { MobileShell } from '@spacekeeper/contract/mobile-shell.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { portalOrigin } from '#platform/api/transport.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { QrCode } from '#platform/ui/qr-code.tsx'
import { appQuery } from './api.ts'
import { changePortal } from './portal-change.ts'
import classes from './app-card.module.css'

/** In a browser: how to get the app, and the code that connects it. In the app: which portal it is connected to. */
export const AppCard = () => {
  const shell = window.mobileShell
  return shell ? <ConnectedCard shell={shell} /> : <OfferCard />
}

const OfferCard = () => (useSite().features.enableMobileApp ? <LoadedOffer /> : null)

const LoadedOffer = () => {
  const { t } = useTranslation('mobile')
  const { data: app } = useQuery(appQuery)
  if (!app) return null
  const { connectAddress, androidUrl, iosUrl } = app
  return (
    <Card component="section" aria-labelledby="mobile-app">
      <Stack gap="md">
        <Stack gap={2}>
          <Title order={2} id="mobile-app">
            {t('heading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('hint')}
          </Text>
        </Stack>
        <Group gap="xs">
          {androidUrl === null ? null : (
            <Button component="a" href={androidUrl} target="_blank" rel="noreferrer" variant="default">
              {t('android')}
            </Button>
          )}
          {iosUrl === null ? null : (
            <Button component="a" href={iosUrl} target="_blank" rel="noreferrer" variant="default">
              {t('ios')}
            </Button>
          )}
        </Group>
        <div className={classes.code}>
          <QrCode address={connectAddress} label={t('codeLabel')} />
          <Text size="sm">{t('scanHint')}</Text>
        </div>
        <Anchor href={connectAddress} size="sm" className={classes.onPhone ?? ''}>
          {t('openApp')}
        </Anchor>
      </Stack>
    </Card>
  )
}

const ConnectedCard = ({ shell }: { shell: MobileShell }) => {
  const { t } = useTranslation('mobile')
  const [isAsked, setAsked] = useState(false)
  const { host } = new URL(portalOrigin())
  return (
    <Card component="section" aria-labelledby="mobile-app">
      <Stack gap="md" align="flex-start">
        <Stack gap={2}>
          <Title order={2} id="mobile-app">
            {t('heading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('connectedTo', { host })}. {t('version', { version: shell.version })}
          </Text>
        </Stack>
        <Button size="xs" variant="default" onClick={() => setAsked(true)}>
          {t('changePortal')}
        </Button>
      </Stack>
      {isAsked ? (
        <ConfirmDialog
          title={t('changeTitle')}
          text={t('changeText', { host })}
          action={t('changePortal')}
          run={() => changePortal(shell)}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </Card>
  )
}
