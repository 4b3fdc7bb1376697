import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { PassLink, WalletState } from '@spacekeeper/contract/wallet/shapes.ts'
import type { WalletKind } from '@spacekeeper/contract/wallet/words.ts'
import { IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { createPass, walletQuery } from './api.ts'
import { PassDialog } from './pass-dialog.tsx'
import { WalletPassRow } from './wallet-pass-row.tsx'
import { findOwnWallet, offeredHere } from './wallets-here.ts'
import classes from './wallet.module.css'

/** Puts the digital ID into the wallet of a phone, and takes it out. Nothing where the space has set up none. */
export const WalletCard = ({ isActive }: { isActive: boolean }) => {
  const isKiosk = useIsKiosk()
  const { data: state } = useQuery({ ...walletQuery, enabled: !isKiosk })
  if (isKiosk || !state || (state.offers.length === 0 && state.passes.length === 0)) return null
  return <OfferedWallets state={state} isActive={isActive} />
}

const OfferedWallets = ({ state, isActive }: { state: WalletState; isActive: boolean }) => {
  const { t } = useTranslation('wallet')
  return (
    <Card component="section" aria-labelledby="wallet" className={classes.card ?? ''}>
      <Stack gap={14}>
        <Stack gap={2}>
          <Title order={2} id="wallet">
            {t('heading')}
          </Title>
          <Text size="sm" c="dimmed">
            {isActive ? t('hint') : t('notActive')}
          </Text>
        </Stack>
        {isActive ? <AddButtons offers={state.offers} /> : null}
        {state.passes.length === 0 ? null : (
          <ul className={classes.passes}>
            {state.passes.map((pass) => (
              <WalletPassRow key={pass.id} pass={pass} />
            ))}
          </ul>
        )}
      </Stack>
    </Card>
  )
}

type ShownLink = { kind: WalletKind; link: PassLink }

const AddButtons = ({ offers }: Pick<WalletState, 'offers'>) => {
  const { t } = useTranslation('wallet')
  const [own] = useState(findOwnWallet)
  const [shown, setShown] = useState<ShownLink | null>(null)
  const add = useMutation({
    mutationFn: (kind: WalletKind) => createPass({ kind }),
    onSuccess: async (link, kind) => {
      if (kind !== own) setShown({ kind, link })
      // A web view knows no passes; the browser of the phone does.
      else if (window.mobileShell) await window.mobileShell.openOutside(link.url)
      else window.location.assign(link.url)
    },
  })
  const offered = offeredHere(offers, own)
  if (offered.length === 0) return null
  return (
    <>
      <Group gap="xs">
        {offered.map((kind) => (
          <Button
            key={kind}
            variant="default"
            leftSection={<IconWallet size={18} aria-hidden />}
            loading={add.isPending && add.variables === kind}
            onClick={() => add.mutate(kind)}
          >
            {t(`add.${kind}`)}
          </Button>
        ))}
      </Group>
      {add.error ? <FormError>{errorText(add.error)}</FormError> : null}
      {shown ? <PassDialog {...shown} onClose={() => setShown(null)} /> : null}
    </>
  )
}
