/*
 * Reports in the layouts that products and extensions write, each with what is true of it. The meeting is on 28-Nov-2026,
 * 05:00 to 06:00 in India; who was there for half of it is present. A name that the truth does not tell is no student.
 */

export interface LabelledReport {
  readonly title: string;
  readonly text: string;
  /** p: present, a: absent, ?: the report does not say enough, so it is asked. By the first names of the students. */
  readonly truth: Readonly<Record<string, 'p' | 'a' | '?'>>;
  /** What else is asked before the roll is filled. */
  readonly asks?: 'clock' | 'which' | 'day' | 'columns';
  /** What somebody answers who knows the file. */
  readonly says?: string;
}

const tabs = (text: string) => text.replaceAll(' | ', '\t');
const zoomHeadings =
  'Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest,Recording Disclaimer Response,In Waiting Room';

export const labelledReports: readonly LabelledReport[] = [
  {
    title: 'Zoom, waiting room in English',
    text: `${zoomHeadings}
Asha Rao,,11/28/2026 05:00:00 AM,11/28/2026 05:52:00 AM,52,Yes,,Yes
Asha Rao,,11/28/2026 05:52:00 AM,11/28/2026 06:00:00 AM,8,Yes,OK,No
Meera Iyer,,11/28/2026 05:00:00 AM,11/28/2026 05:02:00 AM,2,Yes,,Yes
Meera Iyer,,11/28/2026 05:02:00 AM,11/28/2026 06:00:00 AM,58,Yes,OK,No
Ravi Kumar,,11/28/2026 05:00:00 AM,11/28/2026 05:59:00 AM,59,Yes,,Yes
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Zoom, waiting room in German',
    text: `Name (Originalname),E-Mail des Benutzers,Beitrittszeit,Zeit des Verlassens,Dauer (Minuten),Gast,Im Warteraum
Asha Rao,,28.11.2026 05:00:00,28.11.2026 05:50:00,50,Ja,Ja
Asha Rao,,28.11.2026 05:50:00,28.11.2026 06:00:00,10,Ja,Nein
Meera Iyer,,28.11.2026 05:02:00,28.11.2026 06:00:00,58,Ja,Nein
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Zoom, waiting room in French',
    text: `Nom (nom original),E-mail de l’utilisateur,Heure d’arrivée,Heure de départ,Durée (minutes),Invité,En salle d’attente
Asha Rao,,28/11/2026 05:00:00,28/11/2026 05:50:00,50,Oui,Oui
Asha Rao,,28/11/2026 05:50:00,28/11/2026 06:00:00,10,Oui,Non
Meera Iyer,,28/11/2026 05:02:00,28/11/2026 06:00:00,58,Oui,Non
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Zoom, waiting room in Japanese',
    text: `名前（元の名前）,ユーザーのメール,参加時間,退出時間,期間（分）,ゲスト,待機室
Asha Rao,,2026/11/28 05:00:00,2026/11/28 05:50:00,50,はい,はい
Asha Rao,,2026/11/28 05:50:00,2026/11/28 06:00:00,10,はい,いいえ
Meera Iyer,,2026/11/28 05:02:00,2026/11/28 06:00:00,58,はい,いいえ
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Zoom, waiting room in Spanish, with a word for yes that nobody knows',
    text: `Nombre (nombre original),Correo electrónico,Hora de entrada,Hora de salida,Duración (minutos),Invitado,En sala de espera
Asha Rao,,28/11/2026 05:00:00,28/11/2026 05:58:00,58,Sí,Sip
Meera Iyer,,28/11/2026 05:02:00,28/11/2026 06:00:00,58,Sí,No
`,
    truth: { Asha: '?', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Zoom, unique users',
    text: `Name (Original Name),User Email,Total Duration (Minutes),Guest
Asha Rao,asha@case.test,58,No
Meera Iyer,,12,Yes
`,
    truth: { Asha: 'p', Meera: 'a', Ravi: 'a' },
    asks: 'day',
  },
  {
    title: 'Zoom, unique users of a meeting that was longer than the class',
    text: `Meeting ID,Topic,Start Time,End Time,User Email,Duration (Minutes),Participants
812 3456 7890,Gita,11/28/2026 04:30:00 AM,11/28/2026 06:05:00 AM,guru@office.test,95,4

Name (Original Name),User Email,Total Duration (Minutes),Guest
Guru Das,guru@office.test,95,No
Asha Rao,,90,Yes
Meera Iyer,,40,Yes
Ravi Kumar,,12,Yes
`,
    truth: { Asha: 'p', Meera: '?', Ravi: 'a' },
  },
  {
    title: 'Zoom, unique users with a host who stayed on, without the lines of the meeting',
    text: `Name (original name),Email,Total duration (minutes),Guest
Guru Das,guru@office.test,100,No
Asha Rao,,75,Yes
Meera Iyer,,45,Yes
Ravi Kumar,,20,Yes
`,
    truth: { Asha: 'p', Meera: '?', Ravi: 'a' },
    asks: 'day',
  },
  {
    title: 'Zoom, with meeting data, newer headings, a rejoin',
    text: `Topic,ID,Host name,Host email,Start time,End time,Participants,Duration (minutes)
Gita,812 3456 7890,Guru Das,guru@office.test,11/28/2026 04:55:00 AM,11/28/2026 06:02:00 AM,3,67

Name (original name),Email,Join time,Leave time,Duration (minutes),Guest,Recording disclaimer response,In waiting room
Guru Das (Host),guru@office.test,11/28/2026 04:55:00 AM,11/28/2026 06:02:00 AM,67,No,,No
Asha Rao,,11/28/2026 04:58:00 AM,11/28/2026 05:20:00 AM,22,Yes,OK,No
Asha Rao,,11/28/2026 05:40:00 AM,11/28/2026 06:01:00 AM,21,Yes,OK,No
Meera Iyer,,11/28/2026 05:35:00 AM,11/28/2026 06:01:00 AM,26,Yes,OK,No
`,
    truth: { Asha: 'p', Meera: 'a', Ravi: 'a' },
  },
  {
    title: 'Zoom, the report of an administrator: meeting and people in one line',
    text: `Topic,Meeting ID,User Name,User Email,Department,Group,Creation Time,Start Time,End Time,Duration (Minutes),Participants,Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest,Recording Consent,In Waiting Room
Gita,812 3456 7890,Guru Das,guru@office.test,,,10/01/2026 09:00:00 AM,11/28/2026 04:58:00 AM,11/28/2026 06:01:00 AM,63,3,Guru Das,guru@office.test,11/28/2026 04:58:00 AM,11/28/2026 06:01:00 AM,63,No,,No
Gita,812 3456 7890,Guru Das,guru@office.test,,,10/01/2026 09:00:00 AM,11/28/2026 04:58:00 AM,11/28/2026 06:01:00 AM,63,3,Asha Rao,,11/28/2026 05:45:00 AM,11/28/2026 06:00:00 AM,15,Yes,,No
Gita,812 3456 7890,Guru Das,guru@office.test,,,10/01/2026 09:00:00 AM,11/28/2026 04:58:00 AM,11/28/2026 06:01:00 AM,63,3,Meera Iyer,,11/28/2026 05:01:00 AM,11/28/2026 06:00:00 AM,59,Yes,,No
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Zoom, webinar: registered, attended, panelists first',
    text: `Attendee Report
Report Generated:,11/28/2026 07:00:00 AM

Topic,Webinar ID,Actual Start Time,Actual Duration (minutes),# Registered
Gita,812 3456 7890,11/28/2026 04:55:00 AM,67,3

Panelist Details
Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest,Country/Region Name
Yes,Meera Iyer,meera@case.test,11/28/2026 04:58:00 AM,11/28/2026 06:00:00 AM,62,No,India
Attendee Details
Attended,User Name (Original Name),First Name,Last Name,Email,Registration Time,Approval Status,Join Time,Leave Time,Time in Session (minutes),Is Guest,Country/Region Name
Yes,Asha Rao,Asha,Rao,asha@case.test,11/01/2026 08:00:00 AM,approved,11/28/2026 05:50:00 AM,11/28/2026 06:00:00 AM,10,Yes,India
No,Ravi Kumar,Ravi,Kumar,ravi@case.test,11/02/2026 08:00:00 AM,approved,--,--,--,--,India
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Zoom, the clock of a host in New York',
    text: `Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest
Asha Rao,,11/27/2026 06:30:00 PM,11/27/2026 07:30:00 PM,60,Yes
Meera Iyer,,11/27/2026 06:31:00 PM,11/27/2026 06:45:00 PM,14,Yes
`,
    truth: { Asha: 'p', Meera: 'a', Ravi: 'a' },
    asks: 'clock',
  },
  {
    title: 'Zoom, several meetings in one file, of several days',
    text: `Topic,Meeting ID,Start Time,End Time,Duration (Minutes)
Gita,812,11/21/2026 05:00:00 AM,11/21/2026 06:00:00 AM,60

Name (Original Name),User Email,Total Duration (Minutes),Guest
Asha Rao,,60,Yes
Ravi Kumar,,60,Yes

Topic,Meeting ID,Start Time,End Time,Duration (Minutes)
Gita,812,11/28/2026 05:00:00 AM,11/28/2026 06:00:00 AM,60

Name (Original Name),User Email,Total Duration (Minutes),Guest
Asha Rao,,10,Yes
Meera Iyer,,55,Yes
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Zoom, two meetings at the same time in one file',
    text: `Topic,Meeting ID,Join Time,Leave Time,Name (Original Name),Duration (Minutes)
Gita,812,11/28/2026 05:00:00 AM,11/28/2026 06:00:00 AM,Asha Rao,60
Veda,813,11/28/2026 05:00:00 AM,11/28/2026 06:00:00 AM,Ravi Kumar,60
Gita,812,11/28/2026 05:05:00 AM,11/28/2026 06:00:00 AM,Meera Iyer,55
`,
    truth: { Asha: 'p', Meera: 'p', Ravi: 'a' },
    asks: 'which',
  },
  {
    title: 'Zoom, a chat that was saved',
    text: `05:01:11\t From Asha Rao to Everyone: Namaste, all
05:02:40\t From Meera Iyer to Everyone: present
05:59:00\t From Asha Rao to Everyone: thank you
`,
    truth: { Asha: '?', Meera: '?', Ravi: '?' },
  },
  {
    title: 'Teams, a list of events',
    text: tabs(`Full Name | User Action | Timestamp
Guru Das | Joined | 11/28/2026, 4:58:02 AM
Asha Rao | Joined before | 11/28/2026, 4:59:10 AM
Asha Rao | Left | 11/28/2026, 5:06:30 AM
Meera Iyer | Joined | 11/28/2026, 5:01:00 AM
Meera Iyer | Left | 11/28/2026, 5:03:00 AM
Meera Iyer | Joined | 11/28/2026, 5:52:00 AM
Ravi Kumar | Joined | 11/28/2026, 5:02:00 AM
Ravi Kumar | Left | 11/28/2026, 5:59:00 AM`),
    truth: { Asha: 'a', Meera: 'a', Ravi: 'p' },
  },
  {
    title: 'Teams, a list of events in German',
    text: tabs(`Vollständiger Name | Benutzeraktion | Zeitstempel
Asha Rao | Beigetreten | 28.11.2026, 04:59:10
Asha Rao | Verlassen | 28.11.2026, 05:06:30
Meera Iyer | Beigetreten | 28.11.2026, 05:01:00
Meera Iyer | Verlassen | 28.11.2026, 05:59:00`),
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Teams, a list of events in French, whose Left is the side',
    text: tabs(`Nom complet | Action de l'utilisateur | Horodatage
Asha Rao | A rejoint | 28/11/2026 à 05:00:10
Asha Rao | Gauche | 28/11/2026 à 05:05:30
Meera Iyer | A rejoint | 28/11/2026 à 05:01:00
Meera Iyer | Gauche | 28/11/2026 à 05:59:00`),
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Teams, a list of events in Hungarian, whose words nobody knows',
    text: tabs(`Teljes név | Felhasználói művelet | Időbélyeg
Asha Rao | Csatlakozott | 2026. 11. 28. 4:59:10
Asha Rao | Távozott | 2026. 11. 28. 5:06:30
Meera Iyer | Csatlakozott | 2026. 11. 28. 5:01:00
Ravi Kumar | Csatlakozott | 2026. 11. 28. 5:03:00
Ravi Kumar | Távozott | 2026. 11. 28. 5:57:30`),
    truth: { Asha: 'a', Meera: 'p', Ravi: 'p' },
  },
  {
    title: 'Teams, a list of events that was saved after ten minutes',
    text: tabs(`Full Name | User Action | Timestamp
Asha Rao | Joined | 11/28/2026, 5:00:10 AM
Meera Iyer | Joined | 11/28/2026, 5:01:00 AM
Ravi Kumar | Joined | 11/28/2026, 5:02:00 AM
Ravi Kumar | Left | 11/28/2026, 5:10:00 AM`),
    truth: { Asha: '?', Meera: '?', Ravi: 'a' },
  },
  {
    title: 'Teams, a list of events whose reader came late',
    text: tabs(`Full Name | User Action | Timestamp
Guru Das | Joined | 11/28/2026, 5:40:00 AM
Asha Rao | Joined before | 11/28/2026, 5:40:00 AM
Asha Rao | Left | 11/28/2026, 5:58:30 AM
Meera Iyer | Joined | 11/28/2026, 5:41:00 AM
Meera Iyer | Left | 11/28/2026, 5:59:00 AM`),
    truth: { Asha: '?', Meera: 'a', Ravi: 'a' },
  },
  {
    title: 'Teams, the summary of 2021',
    text: tabs(`Meeting Summary
Total Number of Participants | 3
Meeting Title | Gita
Meeting Start Time | 11/28/2026, 4:55:00 AM
Meeting End Time | 11/28/2026, 6:02:00 AM
Meeting Id | 5f5c

Full Name | Join Time | Leave Time | Duration | Email | Role | Participant ID (UPN)
Guru Das | 11/28/2026, 4:55:00 AM | 11/28/2026, 6:02:00 AM | 1h 7m | guru@office.test | Organizer | guru@office.test
Asha Rao | 11/28/2026, 5:00:00 AM | 11/28/2026, 5:09:00 AM | 9m | asha@case.test | Attendee | asha@case.test
Meera Iyer | 11/28/2026, 5:01:00 AM | 11/28/2026, 6:01:00 AM | 1h | meera@case.test | Attendee | meera@case.test`),
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Teams, three parts, the last of which is cut off',
    text: tabs(`1. Summary
Meeting title | Gita
Attended participants | 3
Start time | 11/28/26, 4:55:00 AM
End time | 11/28/26, 6:02:00 AM
Meeting duration | 1h 7m 0s
Average attendance time | 40m 12s

2. Participants
Name | First Join | Last Leave | In-Meeting Duration | Email | Participant ID (UPN) | Role
Guru Das | 11/28/26, 4:55:00 AM | 11/28/26, 6:02:00 AM | 1h 7m 0s | guru@office.test | guru@office.test | Organizer
Asha Rao | 11/28/26, 5:00:00 AM | 11/28/26, 5:59:00 AM | 9m 5s | asha@case.test | asha@case.test | Attendee
Meera Iyer | 11/28/26, 5:01:00 AM | 11/28/26, 5:59:00 AM | 55m 1s | meera@case.test | meera@case.test | Attendee

3. In-Meeting Activities
Name | Join Time | Leave Time | Duration | Email | Role
Guru Das | 11/28/26, 4:55:00 AM | 11/28/26, 6:02:00 AM | 1h 7m 0s | guru@office.test | Organizer
Asha Rao | 11/28/26, 5:00:00 AM | 11/28/26, 5:04:00 AM | 4m 0s | asha@case.test | Attendee
Asha Rao | 11/28/26, 5:54:00 AM | 11/28/26, 5:59:00 AM | 5m 5s | asha@case.test | Attendee`),
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Teams, participants in German',
    text: tabs(`2. Teilnehmer
Name | Erster Beitritt | Letztes Verlassen | Dauer in der Besprechung | E-Mail | Teilnehmer-ID (UPN) | Rolle
Asha Rao | 28.11.26, 05:00:00 | 28.11.26, 05:59:00 | 9 Min. 5 Sek. | asha@case.test | asha@case.test | Teilnehmer
Meera Iyer | 28.11.26, 05:01:00 | 28.11.26, 05:59:00 | 55 Min. 1 Sek. | meera@case.test | meera@case.test | Teilnehmer`),
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Teams, participants in Korean',
    text: tabs(`2. 참가자
이름 | 첫 참가 | 마지막 나가기 | 모임 내 기간 | 전자 메일 | 역할
Asha Rao | 26. 11. 28. 오전 5:00:00 | 26. 11. 28. 오전 5:59:00 | 9분 5초 | asha@case.test | 참석자
Meera Iyer | 26. 11. 28. 오전 5:01:00 | 26. 11. 28. 오전 5:59:00 | 55분 1초 | meera@case.test | 참석자`),
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Teams, participants in Thai: another calendar',
    text: tabs(`2. ผู้เข้าร่วม
ชื่อ | เข้าร่วมครั้งแรก | ออกครั้งสุดท้าย | ระยะเวลาในการประชุม | อีเมล | บทบาท
Asha Rao | 28/11/69 05:00:00 | 28/11/69 05:59:00 | 9 นาที 5 วินาที | asha@case.test | ผู้เข้าร่วม
Meera Iyer | 28/11/69 05:01:00 | 28/11/69 05:59:00 | 55 นาที 1 วินาที | meera@case.test | ผู้เข้าร่วม`),
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Teams, participants in Persian: another calendar',
    text: tabs(`2. شرکت‌کنندگان
نام | اولین پیوستن | آخرین ترک | مدت جلسه | ایمیل | نقش
Asha Rao | ۱۴۰۵/۹/۷،‏ ۵:۰۰:۰۰ | ۱۴۰۵/۹/۷،‏ ۵:۵۹:۰۰ | ۹ دقیقه | asha@case.test | شرکت‌کننده
Meera Iyer | ۱۴۰۵/۹/۷،‏ ۵:۰۱:۰۰ | ۱۴۰۵/۹/۷،‏ ۵:۵۹:۰۰ | ۵۵ دقیقه | meera@case.test | شرکت‌کننده`),
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Teams, a duration in words that nobody knows',
    text: tabs(`2. Participants
Name | First Join | Last Leave | In-Meeting Duration | Email | Role
Asha Rao | 11/28/26, 5:00:00 AM | 11/28/26, 5:59:00 AM | 9 qux | asha@case.test | Attendee
Meera Iyer | 11/28/26, 5:01:00 AM | 11/28/26, 5:11:00 AM | 10 qux | meera@case.test | Attendee`),
    truth: { Asha: '?', Meera: 'a', Ravi: 'a' },
  },
  {
    title: 'Meet, of Workspace: away for most of the time',
    text: `First name,Last name,Email,Duration,Time joined,Time exited
Asha,Rao,asha@case.test,9 min,5:00 AM,5:59 AM
Meera,Iyer,meera@case.test,57 min,5:01 AM,5:59 AM
Ravi,Kumar,ravi@case.test,1 hr 0 min,5:00 AM,6:00 AM
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'p' },
  },
  {
    title: 'Meet, of Workspace, the durations as clocks',
    text: `First name,Last name,Email,Duration,Time joined,Time exited
Asha,Rao,asha@case.test,0:09:00,5:00 AM,5:59 AM
Meera,Iyer,meera@case.test,0:57:10,5:01 AM,5:59 AM
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Meet, of Workspace in Telugu',
    text: `మొదటి పేరు,చివరి పేరు,ఇమెయిల్,వ్యవధి,చేరిన సమయం,నిష్క్రమించిన సమయం
Asha,Rao,asha@case.test,9 నిమి,5:00 AM,5:59 AM
Meera,Iyer,meera@case.test,57 నిమి,5:01 AM,5:59 AM
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Meet, an extension: first seen and time in call',
    text: `Full Name,First Seen,Time in Call
Asha Rao,5:00 AM,9m
Meera Iyer,5:01 AM,52m
Ravi Kumar,5:30 AM,0m
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Meet, an extension: still in the meeting',
    text: `Participant Name,Joined At,Left At,Duration,Rejoins,Status
Asha Rao,11/28/2026 05:00:00 AM,11/28/2026 05:10:00 AM,10m 0s,0,Left
Meera Iyer,11/28/2026 05:01:00 AM,Still in meeting,58m 20s,0,Active
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Meet, an extension: events with an address',
    text: `Name,Email,Time,Type
Asha Rao,asha@case.test,2026-11-28T05:00:00+05:30,Join
Meera Iyer,,2026-11-28T05:01:00+05:30,Join
Asha Rao,asha@case.test,2026-11-28T05:12:00+05:30,Leave
Meera Iyer,,2026-11-28T05:58:00+05:30,Leave
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Meet, an extension: the times of a browser, in seconds',
    text: `Name,Joined,Left,Duration (seconds)
Asha Rao,Sat Nov 28 2026 05:00:00 GMT+0530 (India Standard Time),Sat Nov 28 2026 05:58:00 GMT+0530 (India Standard Time),540
Meera Iyer,Sat Nov 28 2026 05:00:00 GMT+0530 (India Standard Time),Sat Nov 28 2026 05:58:00 GMT+0530 (India Standard Time),3480
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Meet, the audit log: a line when somebody left, and for how long',
    text: `Date,Event Name,Participant Identifier,Duration (seconds),Participant Name
2026-11-28T05:59:00+05:30,Endpoint left,asha@case.test,540,Asha Rao
2026-11-28T05:59:30+05:30,Endpoint left,meera@case.test,3500,Meera Iyer
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Meet, names alone',
    text: `Name,Email
Asha Rao,asha@case.test
Meera Iyer,meera@case.test
`,
    truth: { Asha: '?', Meera: '?', Ravi: 'a' },
  },
  {
    title: 'Meet, names one below the other',
    text: 'Asha Rao\t\nMeera Iyer\t\nGuru Das\t\n',
    truth: { Asha: '?', Meera: '?', Ravi: 'a' },
  },
  {
    title: 'Two devices at the same time, each with its duration',
    text: `Name,Email,Duration,Time joined,Time exited
Asha Rao,,20 min,5:00 AM,5:58 AM
Asha Rao,,15 min,5:02 AM,5:59 AM
Meera Iyer,,40 min,5:00 AM,5:58 AM
Meera Iyer,,3 min,5:02 AM,5:05 AM
`,
    truth: { Asha: '?', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'A duration that is longer than the time between',
    text: `Name,Join time,Leave time,Duration (minutes)
Asha Rao,2026-11-28 05:00:00,2026-11-28 05:12:00,50
Meera Iyer,2026-11-28 05:00:00,2026-11-28 05:50:00,50
`,
    truth: { Asha: '?', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Only when they came',
    text: `Name,Joined
Asha Rao,2026-11-28 05:00:00
Meera Iyer,2026-11-28 05:40:00
`,
    truth: { Asha: '?', Meera: 'a', Ravi: 'a' },
  },
  {
    title: 'The clock stands in the heading, the product writes UTC',
    text: `Name,Join Time (UTC),Leave Time (UTC)
Asha Rao,2026-11-27 23:30:00,2026-11-28 00:25:00
Meera Iyer,2026-11-27 23:30:00,2026-11-27 23:40:00
`,
    truth: { Asha: 'p', Meera: 'a', Ravi: 'a' },
  },
  {
    title: 'The clock stands behind the time',
    text: `Name,Join Time,Leave Time
Asha Rao,"Nov 27, 2026, 6:30 PM EST","Nov 27, 2026, 7:25 PM EST"
Meera Iyer,"Nov 27, 2026, 6:30 PM EST","Nov 27, 2026, 6:40 PM EST"
`,
    truth: { Asha: 'p', Meera: 'a', Ravi: 'a' },
  },
  {
    title: 'Names on one line',
    text: 'Asha Rao, Meera Iyer, Guru Das\n',
    truth: { Asha: '?', Meera: '?', Ravi: 'a' },
  },
  {
    title: 'A list with numbers in front of the names',
    text: 'Sl No,Name\n1,Asha Rao\n2,Meera Iyer\n',
    truth: { Asha: '?', Meera: '?', Ravi: 'a' },
  },
  {
    title: 'Zoom, waiting room in Hindi',
    text: `नाम,ईमेल,जुड़ने का समय,छोड़ने का समय,अवधि (मिनट),अतिथि,प्रतीक्षा कक्ष में
Asha Rao,,11/28/2026 05:00:00 AM,11/28/2026 05:50:00 AM,50,हाँ,हाँ
Asha Rao,,11/28/2026 05:50:00 AM,11/28/2026 06:00:00 AM,10,हाँ,नहीं
Meera Iyer,,11/28/2026 05:02:00 AM,11/28/2026 06:00:00 AM,58,हाँ,नहीं
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Zoom, waiting room in Telugu',
    text: `పేరు,ఇమెయిల్,చేరిన సమయం,వెళ్లిన సమయం,వ్యవధి (నిమిషాలు),అతిథి,వేచి ఉండే గదిలో
Asha Rao,,11/28/2026 05:00:00 AM,11/28/2026 05:50:00 AM,50,అవును,అవును
Asha Rao,,11/28/2026 05:50:00 AM,11/28/2026 06:00:00 AM,10,అవును,కాదు
Meera Iyer,,11/28/2026 05:02:00 AM,11/28/2026 06:00:00 AM,58,అవును,కాదు
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Zoom, waiting room in Swahili, which nobody here knows',
    text: `Jina,Barua pepe,Muda wa kujiunga,Muda wa kuondoka,Muda (dakika),Katika chumba cha kusubiri
Asha Rao,,11/28/2026 05:00:00 AM,11/28/2026 05:50:00 AM,50,Ndiyo
Asha Rao,,11/28/2026 05:50:00 AM,11/28/2026 06:00:00 AM,10,Hapana
Meera Iyer,,11/28/2026 05:02:00 AM,11/28/2026 06:00:00 AM,58,Hapana
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
    asks: 'columns',
    says: 'Ndiyo',
  },
  {
    title: 'A column of who came, in a language that nobody here knows',
    text: `Name,Email,Alihudhuria
Asha Rao,asha@case.test,Hapana
Meera Iyer,meera@case.test,Ndiyo
Ravi Kumar,ravi@case.test,Ndiyo
`,
    truth: { Asha: 'a', Meera: '?', Ravi: '?' },
    asks: 'columns',
    says: 'Hapana',
  },
  {
    title: 'Registered, let in and left, in a language that nobody here knows',
    text: `Jina,Usajili,Kuingia,Kuondoka
Asha Rao,2026-11-28 04:30:00,2026-11-28 05:50:00,2026-11-28 06:00:00
Meera Iyer,2026-11-28 04:31:00,2026-11-28 05:01:00,2026-11-28 06:00:00
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
    asks: 'columns',
    says: 'Kuingia – Kuondoka',
  },
  {
    title: 'Registered and came, in a language that nobody here knows',
    text: `Jina,Usajili,Kuingia
Asha Rao,2026-11-28 04:30:00,2026-11-28 05:50:00
Meera Iyer,2026-11-28 04:31:00,2026-11-28 05:51:00
`,
    truth: { Asha: '?', Meera: '?', Ravi: 'a' },
    asks: 'columns',
  },
  {
    title: 'A length with units below a heading that nobody here knows',
    text: `Name,Kuzungumza
Asha Rao,50 min
Meera Iyer,2 min
`,
    truth: { Asha: '?', Meera: '?', Ravi: 'a' },
    asks: 'columns',
  },
  {
    title: 'A part of those who waited, in a language that nobody here knows',
    text: `1. Washiriki
Name,Join time,Leave time,Duration
Meera Iyer,2026-11-28 05:00:00,2026-11-28 06:00:00,60 min

2. Waliosubiri
Name,Join time,Leave time,Duration
Asha Rao,2026-11-28 05:00:00,2026-11-28 05:58:00,58 min
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
    asks: 'columns',
    says: '2. Waliosubiri',
  },
  {
    title: 'A part of those who waited, in English',
    text: `Participants
Name,Join time,Leave time,Duration
Meera Iyer,2026-11-28 05:00:00,2026-11-28 06:00:00,60 min

Waiting room
Name,Join time,Leave time,Duration
Asha Rao,2026-11-28 05:00:00,2026-11-28 05:58:00,58 min
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Zoom, time in the waiting room beside the time in the meeting',
    text: `Name,Time in Waiting Room (minutes),Time in Meeting (minutes)
Asha Rao,50,8
Meera Iyer,1,58
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
    asks: 'day',
  },
  {
    title: 'Zoom, registrations: nobody has come yet',
    text: `First Name,Last Name,Email,Registration Time,Approval Status
Asha,Rao,asha@case.test,11/28/2026 04:50:00 AM,approved
Meera,Iyer,meera@case.test,11/28/2026 04:55:00 AM,approved
`,
    truth: { Asha: '?', Meera: '?', Ravi: 'a' },
  },
  {
    title: 'Webex, with phones, a host twice and a device that has no name',
    text: `Meeting Name,Meeting Start Time,Meeting End Time,Display Name,First Name,Last Name,Role,Attendee Email,Join Time,Leave Time,Attendance Duration,Connection Type
Gita,2026-11-28 04:55:00,2026-11-28 06:01:00,Guru Das,Guru,Das,Host,guru@office.test,2026-11-28 04:55:00,2026-11-28 05:20:00,25 mins,Desktop app
Gita,2026-11-28 04:55:00,2026-11-28 06:01:00,Guru Das,Guru,Das,Host,guru@office.test,2026-11-28 05:00:00,2026-11-28 06:01:00,61 mins,Mobile app
Gita,2026-11-28 04:55:00,2026-11-28 06:01:00,Asha Rao,Asha,Rao,Attendee,,2026-11-28 05:00:00,2026-11-28 05:10:00,10 mins,Mobile app
Gita,2026-11-28 04:55:00,2026-11-28 06:01:00,Meera Iyer,Meera,Iyer,Attendee,,2026-11-28 05:02:00,2026-11-28 05:59:00,57 mins,Desktop app
Gita,2026-11-28 04:55:00,2026-11-28 06:01:00,919812345678,,,Attendee,,2026-11-28 05:02:00,2026-11-28 05:59:00,57 mins,Phone
Gita,2026-11-28 04:55:00,2026-11-28 06:01:00,iPhone (2),,,Attendee,,2026-11-28 05:02:00,2026-11-28 05:59:00,57 mins,Mobile app
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'BigBlueButton, the learning dashboard',
    text: `Name,Moderator,Activity score,Duration,Talk time,Webcam time,Messages,Emojis,Poll votes,Raise hands,Join,Left
Guru Das,TRUE,5,01:05:00,00:50:00,01:05:00,3,0,0,0,2026-11-28 04:55:00,2026-11-28 06:00:00
Asha Rao,FALSE,1,00:58:00,00:00:10,00:00:00,0,1,0,0,2026-11-28 05:01:00,2026-11-28 05:59:00
Meera Iyer,FALSE,0,00:08:00,00:00:00,00:00:00,0,0,0,0,2026-11-28 05:01:00,2026-11-28 05:09:00
`,
    truth: { Asha: 'p', Meera: 'a', Ravi: 'a' },
  },
  {
    title: 'BigBlueButton, without times',
    text: `Name,Moderator,Duration,Talk time (minutes),Webcam time (minutes)
Asha Rao,FALSE,58 min,1 min,0 min
Meera Iyer,FALSE,8 min,2 min,8 min
`,
    truth: { Asha: 'p', Meera: 'a', Ravi: 'a' },
    asks: 'day',
  },
  {
    title: 'Jitsi, how long everybody spoke',
    text: `Name,Speaker time
Asha Rao,12m 5s
Meera Iyer,1m 2s
`,
    truth: { Asha: '?', Meera: '?', Ravi: 'a' },
  },
  {
    title: 'StreamYard, who was on the stage',
    text: `Display name,Joined at,Left at
Asha Rao,"November 28, 2026 5:00 AM","November 28, 2026 5:58 AM"
Meera Iyer,"November 28, 2026 5:00 AM","November 28, 2026 5:05 AM"
`,
    truth: { Asha: 'p', Meera: 'a', Ravi: 'a' },
  },
  {
    title: 'Zoom, with breakout rooms',
    text: `Name (original name),Email,Join time,Leave time,Duration (minutes),Guest,In waiting room,Breakout room
Asha Rao,,11/28/2026 05:00:00 AM,11/28/2026 05:10:00 AM,10,Yes,No,
Asha Rao,,11/28/2026 05:10:00 AM,11/28/2026 05:40:00 AM,30,Yes,No,Room 1
Meera Iyer,,11/28/2026 05:00:00 AM,11/28/2026 05:08:00 AM,8,Yes,No,
`,
    truth: { Asha: 'p', Meera: 'a', Ravi: 'a' },
  },
  {
    title: 'Teams, three parts in Czech',
    text: tabs(`1. Souhrn
Název schůzky | Gita
Čas zahájení | 28.11.2026 4:58:00
Čas ukončení | 28.11.2026 6:01:00

2. Účastníci
Jméno | První připojení | Poslední odchod | Doba trvání schůzky | E-mail | Role
Asha Rao | 28.11.2026 5:00:00 | 28.11.2026 6:00:00 | 9 min 0 s | asha@case.test | Účastník
Meera Iyer | 28.11.2026 5:00:00 | 28.11.2026 6:00:00 | 1 h 0 min 0 s | meera@case.test | Účastník

3. Aktivity na schůzce
Jméno | Čas připojení | Čas odchodu | Doba trvání | E-mail | Role
Asha Rao | 28.11.2026 5:00:00 | 28.11.2026 5:05:00 | 5 min 0 s | asha@case.test | Účastník
Asha Rao | 28.11.2026 5:56:00 | 28.11.2026 6:00:00 | 4 min 0 s | asha@case.test | Účastník
Meera Iyer | 28.11.2026 5:00:00 | 28.11.2026 6:00:00 | 1 h 0 min 0 s | meera@case.test | Účastník
`),
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'Meet, the audit log of Google Admin with its many columns',
    text: `Date,Event name,Description,Meeting code,Participant identifier,Participant outside organisation,Client type,Organiser email,Duration,Participant name,IP address,Country
2026-11-28T05:59:00+05:30,Endpoint left,The endpoint left a video meeting,ABCDEF,asha@case.test,Yes,Web,guru@office.test,540,Asha Rao,10.0.0.1,IN
2026-11-28T05:59:30+05:30,Endpoint left,The endpoint left a video meeting,ABCDEF,meera@case.test,Yes,Android,guru@office.test,3500,Meera Iyer,10.0.0.2,IN
`,
    truth: { Asha: 'a', Meera: 'p', Ravi: 'a' },
  },
  {
    title: 'A poll, or a registration: one time, and no word of staying',
    text: `#,User Name,User Email,Submitted Date/Time,Question 1
1,Asha Rao,asha@case.test,"Nov 28, 2026 05:10:00",Yes
2,Meera Iyer,meera@case.test,"Nov 28, 2026 05:50:00",No
`,
    truth: { Asha: '?', Meera: 'a', Ravi: 'a' },
  },
];
