/** A module rather than a text file, so that scripts run from source can read it too. */
export const OUR_COMMON_PASSWORDS = `
123 aaa aaaa aaaaaa abc abcd abcde abcdef abril acceso administrador agost ajuntament alacant ana andreu asd barça bebe benicarlo benicarló benvinguda
benvingut betis bienvenida bienvenido bunyol bunyols cambiame canviam cariño carinyo castellon catalunya cavall clau comision comissio contraseña
contrasenya cor crema cremà desembre deu diciembre dilluns dimarts diners diumenge divendres enero enric españa espanya estiu estrelleta falla fallas
faller fallera fallero falles familiar febrer febrero ferran festa festes fiestas futbolista gat gener god gos guapa hija hijo hivern instagram
invierno invitado jordi juliol juny leo levante lleo llop lluis lluna login lunes maig mama març mariacarmen mariajose martes marzo mascleta mascletà
mimamor naranja neymar ninot noviembre octubre ofrena ofrenda ordenador ordinador otonyo paella papa pare pau peniscola penyiscola pepe pere petard
petardo pirotecnia planta plantà prueba qaz qwe qwer septiembre setembre soci socio sol solet tardor taronja tenis tevull traca usuari usuario
valència valenciana valenciano verano vicent viernes vila villarreal vinaros vinaròs whatsapp xavi zxc zxcv zxcvb !qaz1qaz 1ni3yax91g 23vec4rpcc
25qc38u6 27051993my 2dgdi9wi6t 2ezlgic37h 2uef2fl1ee 3j8zegdo 3kh07nvz 4ngf4g2 55cwszsw2l 57193ed1 68iypneg6u 6dohf6aj 7b4k9znkew 7e9lnk3fc01
7h7yvnhu9l 7x9of5jgfc 8dagycf9ldtf 8hgy16vqvq 92k2cizcdp 9bm555p111 9n1vac6wgw 9otr4pvs a123321a a1qwert a25802580a a3b2c1d8 a58wtjuz4u a758bndnwo
a9n87u2jved9y aa11223344 aa1234567 ab.1234567 ab101972 ab103682 aceeca adara add75son ae125pe agnetha aho9psw2 am278ta awj788r az5625 b2rlkcjg
b5ullie1 bambamb bb66pp bday belbin blitzer bram bru27hqf bv931op1 byusdg c4jx7u4uoi caligul campbel caw10fxy cb12cs cb156caa cc219fi cccccc cf510cr
chehali chotsr cityrno cmxmyi9h colorad coolqq cq883tv cs456mp cucum cupid0ns cyngielek czps5nyndwcksc d2koi82711 darkjavell ddddddd ddmce23dd devildo
dft45f dhgbqm dickhea directo djyplmh dp123et dq69ehf dr342500 dragu1a drowssa dsho ea734pe efwe5tgwa5twhgd egxkc833sw eiromvp
ejxjzgbgunaz9z6j6exbniqga ekx1x3k9bs eqes erywgan eutect1c evermad f19911991f f64579820f fffffff fhvfy filipo fm2zxc49 fowtaop fr6vv5j2hy frankli
fredfre fu082508251 g00dpa$$w0rd g34f55 g5h4j3f gankutsuou ghd4drgv gide11ok9b gimopoy gjcklr2b godverdomme goldber gp437oi gr1n41ks h1usten
h1y4dua229 h2tmc4g358 hgv hhhhhh hn261dn hvergelmir i3zc3nee8o i5stwf1rcx idedevicep0t iiiiii iluxaxa installwmp io9vypev itma88s6 iv513613 iwj7wdq256
jalba jamaika jeki jglo4erz jhon@ta2011 jktu jne990pq23 jon1rab2 jrk0jhs584 jss jtmann jun juya79dk jwhw6n1742 jybaba katkel kazan keco0gu558 kiboid
kjk kkblskv kmnopr10s kornogr krzysiek kyk1rbk1hbw0uqkckwbh l0sk2e8s7a l8cjy83u3b li286be liverpo lk9slwgh3x lllllll lmgs4kmg lo753gi losali lpr85hkf
ls101vt lsk8v9sa ltm9z8xa luzi lv125is makl malko mdmnis2u mdmnis3t mdmnis5t mercedesw mhav9lat mmmmmm mnbvcxz mo987vu mp127mb ms241cr ms911sc mv943fc
mwe1os mzrpbc7x n1ha74 n7dj3saa nedjat nessus nicrasow nikkide nitrodude nloq nm310fn nnnnnn ns410fr ns910cv oap9uto293 ogetsqq oiv3bh7356 or8652ca
otaku p0oooo00 p8lze57 p8sk7qrg7z p9ujkuf36d pa33word paula13e pe743tt pg3e5w pj2f6f4pab playtim ppj22we ppppp pppppp productid20f prudenc pt206ps
putian q123q123 qjl8nkum qjmwa qq11556666 qqqqqqq qstorm5q qwms8ord qz6hsak2 r3v59p r7ugnm raoyu rcwjpkm red7stork rfnz rfyflf riv36ers rjqdxcnmrc
rofemya roggan rrrrr rw6sw94284 s2fdsp8g6i s4xnhsdn s5jdeuz94c s968831778s sanynokia sb927cs sdihl seo21saafd23 shithea sic sic8885h sk9dbf277
slava5sandr5 smudo sn121ma snvd9d8q4r soso soso123bbb soso12eec sp1251dn spudnick ss952cm sssss sssssss st801nyl stanb starshi supercool tjm tk3281022
tn278sm tojiik tovh6s travele trpjk5e tt1202102 ttjjfuw ttttt tttttt two69tim tyty ujnx upuferu upz6bkni usma utn05wwy uv1n5tz869 vef6g55frz
ver4594gss45 vfvf vfwyeuv6aueh vgl7glrc vhpuulf2k vjdv voight vr265tu vs310ct vs896ct vsavb7rt vsavb7rtui vv123456 vv127pr vvvvv vvvvvvv vybo34vp5e
w27sv7tupf w3ftw3ft w852456w win wrangle wu994216433 wuk9ng9c ww5230924 wwwwww x72jhhu3za xc473tp xf6cmqlrpeuhjuvv xfhs xkzwnuxkdn9a8kcykuitbkg1g
xsdixie xx123456 xxpa33bq.adna xzaqwsx yawdjof yk66o2kzpz young3st yqra61b6 yt9g4bnu ytrewq yyyyyyy z123z123 z9537063z zaq!xsw2 zaq1zaq! zealot4life
zms107sb41 zzdkayla abc12d
`.trim().split(/\s+/);
