import { push, type PushDevice } from '@gurukul/contract/push';
import { Button, Stack, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { askForNotifications, canNotify, endNotifications } from '#web/lib/browser/notifications.ts';
import { language } from '#web/texts/language.ts';
import { sessionsTexts } from '#web/texts/sessions.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { nameOf } from './session-name.ts';
import classes from './sessions-panel.module.css';

const t = sessionsTexts.notifications;

/** The devices on which the person gets notifications. */
export function NotificationsPanel() {
  const found = useQuery(query(push.get_devices, {}));
  const subscribe = useAction(push.subscribe);
  const unsubscribe = useAction(push.unsubscribe);
  const data = found.data?.data;
  const devices = data?.devices ?? [];
  const attempt = async (work: () => Promise<void>) => {
    if (subscribe.isPending || unsubscribe.isPending) return;
    try {
      await work();
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const turnOn = async () => {
    if (!data) return;
    const address = await askForNotifications(data.public_key);
    if (address === null) {
      toast.error(t.notAllowed);
      return;
    }
    await subscribe.run({ ...address, language });
    toast.success(t.on);
  };
  const end = async ({ device_id, is_this }: PushDevice) => {
    if (is_this) await endNotifications();
    await unsubscribe.run({ device_id });
    toast.success(t.off);
  };
  const isOffered = canNotify() && data !== undefined && !devices.some(({ is_this }) => is_this);
  if (devices.length === 0 && !isOffered) return null;
  return (
    <Panel title={t.title}>
      <Stack>
        <Text c="dimmed">{t.lead}</Text>
        <ul className={classes.list} aria-label={t.title} hidden={devices.length === 0}>
          {devices.map((device) => (
            <li key={device.device_id} className={classes.session}>
              <IconBell aria-hidden size={24} stroke={1.5} className={classes.icon} />
              <div className={classes.words}>
                <Text fw={600} component="span">
                  {nameOf(device)}
                </Text>
                {device.is_this ? <StatusBadge tone="good">{sessionsTexts.thisOne}</StatusBadge> : null}
                <Text size="sm" c="dimmed">
                  {sessionsTexts.lastUsed({ moment: formatDateTime(device.used_at) })}
                </Text>
              </div>
              <Button
                variant="default"
                aria-label={t.endOf({ browser: nameOf(device) })}
                onClick={() => void attempt(() => end(device))}
              >
                {t.end}
              </Button>
            </li>
          ))}
        </ul>
        {isOffered ? (
          <div>
            <Button variant="default" onClick={() => void attempt(turnOn)}>
              {t.turnOn}
            </Button>
          </div>
        ) : null}
      </Stack>
    </Panel>
  );
}
