import { Anchor, Stack, Text } from '@mantine/core'
import type { PassLink } from '@spacekeeper/contract/wallet/shapes.ts'
import type { WalletKind } from '@spacekeeper/contract/wallet/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { QrCode } from '#platform/ui/qr-code.tsx'
import classes from './wallet.module.css'

type PassDialogProps = { kind: WalletKind; link: PassLink; onClose: () => void }

/** On a computer: a code that brings the pass to the phone. */
export const PassDialog = ({ kind, link, onClose }: PassDialogProps) => {
  const { t } = useTranslation('wallet')
  return (
    <BasicDialog title={t(`add.${kind}`)} onClose={onClose}>
      <Stack gap="md" align="center">
        <Text size="sm">{t(`scan.${kind}`)}</Text>
        <div className={classes.code}>
          <QrCode address={link.url} label={t('qr')} />
        </div>
        <Text size="sm" c="dimmed">
          {t('linkEnds')}
        </Text>
        <Anchor href={link.url} target="_blank" rel="noreferrer" size="sm">
          {t('openHere')}
        </Anchor>
      </Stack>
    </BasicDialog>
  )
}
